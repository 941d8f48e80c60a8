import { setTimeout as sleep } from 'node:timers/promises';
import { auth } from '@pitboss/contract/auth';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { events } from '@pitboss/contract/events';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeSuper } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { lookAtPlatform } from '../metrics/look-at-platform.ts';
import { listBands } from '../multipliers/draft.ts';
import { getMultiplierTable, inPlayProblem } from '../multipliers/tables.ts';
import { listVersions } from '../multipliers/versions.ts';
import { auditRollups } from '../reports/audit-rollups.ts';
import { runEngine } from '../rounds/run-engine.ts';
import { usualRules } from '../test/odds.ts';
import { snapshot } from '../test/snapshot.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';
import { fileOne, liveDemo } from './live-demo.ts';
import { livePlayers } from './live-players.ts';
import { demoSignIns } from './people.ts';
import { receiptPicture } from './pictures.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

async function countOf(table: 'rounds' | 'transfers'): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)}`.execute(app.db);
  return Number(rows[0]?.count);
}

/** Ends every connection that fills the demo, as soon as it has committed some rounds. */
async function cutShort(db: Db, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (;;) {
    const { rows } = await sql<{ is_ended: boolean }>`
      select pg_terminate_backend(pid) as is_ended from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid() and state <> 'idle'
        and exists (select from pg_locks l where l.pid = pg_stat_activity.pid
          and l.relation = 'entries'::regclass and l.mode = 'RowExclusiveLock')
        and exists (select from rounds)`.execute(db);
    if (rows.length > 0) return;
    await sleep(20);
  }
}

const betCount = 4_000;
const roundCount = Math.round(betCount / 200);

function fill(
  db: Db,
  say: (line: string) => void = () => {},
  stopping = new AbortController().signal,
): Promise<void> {
  return seedDemo(db, { betCount, rtp: usualRules, say, stopping });
}

test('cut short it leaves whole steps behind and goes on from there', async () => {
  const [filled] = await Promise.allSettled([fill(app.db), cutShort(app.db, app.url)]);
  expect(filled.status).toBe('rejected');
  expect(await auditBooks(app.db)).toEqual([]);
  const { rows } = await sql`select from rounds where state <> 'crashed'`.execute(app.db);
  expect(rows).toEqual([]);
});

test('told to stop it ends after the step that it is in', async () => {
  const stopping = new AbortController();
  stopping.abort();
  const before = await countOf('rounds');
  expect(before).toBeGreaterThan(0);
  await fill(app.db, () => {}, stopping.signal);
  expect(await countOf('rounds')).toBe(before);
});

test('it fills several currencies with about two hundred clients and a month of moves', async () => {
  const lines: string[] = [];
  await fill(app.db, (line) => lines.push(line));
  expect(lines[0]).toBe('Filling the demo…');
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}\d+ of 30 days, about \d+ s left$/);
  const people = await app.db.selectFrom('users').select(['role', 'currency', 'is_demo']).execute();
  const clients = people.filter((person) => person.role === 'USER');
  expect(clients.length).toBe(200);
  expect(people.filter((person) => person.role === 'ADMIN').length).toBeGreaterThanOrEqual(3);
  expect(new Set(clients.map((client) => client.currency))).toEqual(new Set(['USD', 'INR', 'PKR']));
  expect(clients.some((client) => client.is_demo)).toBe(true);
  expect(await countOf('transfers')).toBeGreaterThan(2_000);
  expect(await auditBooks(app.db)).toEqual([]);
  const { sealLags } = await lookAtPlatform(app.db);
  expect(sealLags).toEqual(['audit_events', 'transfers'].map((record) => ({ record, seconds: 0 })));
});

test('its rounds are settled, can be verified, and every branch has played', async () => {
  const { rows } = await sql<{ rounds: number; bets: number; open: number; days: number }>`
    select (select count(*)::int from rounds where state = 'crashed') as rounds,
      count(*)::int as bets, (count(*) filter (where type = 'unsettled'))::int as open,
      extract(epoch from max(created_at) - min(created_at))::float8 / 86400 as days
    from bets`.execute(app.db);
  const [play] = rows;
  expect(play).toMatchObject({ rounds: roundCount, open: 0 });
  expect(play?.bets).toBeGreaterThan(betCount * 0.6);
  expect(play?.days).toBeGreaterThan(27);
  expect(await auditRollups(app.db)).toEqual([]);
  const round = await app.db.selectFrom('rounds').select('id').orderBy('id', 'desc').execute();
  for (const { id } of round.slice(0, 5)) {
    const { data } = await app.call(rounds.verify, { params: { id } });
    expect(data).toMatchObject({ isSeedRight: true, isTableRight: true, isMultiplierRight: true });
  }
  for (const { username, password } of demoSignIns) {
    const { data } = await app.call(auth.login, { body: { username, password } });
    const stats = await app.call(reports.stats, { token: data.token, raw: {} });
    expect(stats.data.totalBets).toBeGreaterThan(100);
  }
});

test('its table was published three times, within the rules, and rounds were drawn from each', async () => {
  const versions = await listVersions(app.db, {});
  expect(versions.map(({ author }) => author)).toEqual(['super', 'super', 'super', null]);
  expect(versions.reduce((sum, one) => sum + one.rounds, 0)).toBe(roundCount);
  expect(versions.slice(0, 3).filter(({ rounds }) => rounds === 0)).toEqual([]);
  const inPlay = await getMultiplierTable(app.db);
  expect(inPlayProblem(inPlay, usualRules)).toBeUndefined();
  expect(await listBands(app.db)).toHaveLength(inPlay.bands.length);
});

test('run again it adds nothing', async () => {
  const before = await snapshot(app.db);
  const lines: string[] = [];
  await fill(app.db, (line) => lines.push(line));
  expect(lines).toEqual([]);
  expect(await snapshot(app.db)).toBe(before);
});

test('its history lies in the last thirty days, each account’s in order', async () => {
  const { rows } = await sql<{ first: Date; last: Date; disorder: bigint; new_today: bigint }>`
    select min(created_at) as first, max(created_at) as last,
      (select count(*) from entries one join entries next
        on next.account_id = one.account_id and next.sequence = one.sequence + 1
        where next.created_at < one.created_at) as disorder,
      (select count(*) from users where created_at > now() - interval '1 day') as new_today
    from entries`.execute(app.db);
  const [row] = rows;
  const days = (at: Date | undefined) => (Date.now() - (at?.getTime() ?? 0)) / 86_400_000;
  expect(days(row?.first)).toBeCloseTo(30, 1);
  expect(days(row?.last)).toBeGreaterThan(0);
  expect(days(row?.last)).toBeLessThan(1);
  expect(row?.disorder).toBe(0n);
  expect(row?.new_today).toBeGreaterThan(0n);
});

test('everybody of the printed list can sign in and has something to look at', async () => {
  for (const { username, password } of demoSignIns) {
    const reply = await app.call(auth.login, { body: { username, password } });
    expect([username, reply.status]).toEqual([username, 200]);
    const { token } = reply.data;
    const list = await app.call(users.list, { token });
    expect(list.data.recordsTotal).toBeGreaterThan(4);
    const statement = await app.call(transactions.listStatement, { token });
    expect(statement.data.recordsTotal).toBeGreaterThan(4);
  }
});

test("clients of an ADMIN have the ADMIN's limits, and some are deleted", async () => {
  const { data } = await app.call(auth.login, {
    body: { username: 'admin', password: 'Admin@12345' },
  });
  const { token } = data;
  const list = await app.call(users.list, {
    token,
    raw: { length: 500, search: { value: 'player1' } },
  });
  const player = list.data.data.find((user) => user.username === 'player1');
  expect(player).toMatchObject({ currency: 'INR', minimumBets: 1_000n, maximumBets: 2_500_000n });
  expect((await app.call(users.listDeleted, { token })).data.length).toBeGreaterThan(0);
});

test('it puts up banks, support links and events with pictures', async () => {
  const { rows } = await sql<Record<string, bigint>>`select
    (select count(*) from users o where o.role <> 'USER' and not exists
      (select from banks where owner_id = o.id and status = 'active')) as "withoutBank",
    (select count(*) from users o where o.role <> 'USER' and not exists
      (select from support_links where owner_id = o.id)) as "withoutSupport",
    (select count(*) from events where icon_hash is null or image_hash is null) as bare,
    (select count(*) from events) as events`.execute(app.db);
  expect(rows[0]).toEqual({ withoutBank: 0n, withoutSupport: 0n, bare: 0n, events: 4n });
  const { data } = await app.call(auth.login, {
    body: { username: 'super', password: 'Super@12345' },
  });
  const shown = await app.call(events.list, { token: data.token });
  for (const url of shown.data.flatMap((event) => [event.icon, event.image])) {
    const picture = await app.http.inject({ url: url ?? '' });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  }
});

test('it has several hundred requests in all states with receipts, some waiting', async () => {
  const { rows } = await sql<{ type: string; status: string; count: number; days: number }>`
    select type, status, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 / 86400 as days
    from cash_requests group by type, status order by type, status`.execute(app.db);
  expect(rows.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'deposit cancelled',
    'deposit failed',
    'deposit pending',
    'deposit success',
    'withdraw cancelled',
    'withdraw failed',
    'withdraw pending',
    'withdraw success',
  ]);
  expect(rows.reduce((sum, row) => sum + row.count, 0)).toBeGreaterThan(300);
  const waiting = rows.filter(({ status }) => status === 'pending');
  for (const { days } of waiting) expect(days).toBeLessThan(1.01);
  expect(Math.max(...rows.map(({ days }) => days))).toBeGreaterThan(20);
  const { data } = await app.call(auth.login, {
    body: { username: 'admin', password: 'Admin@12345' },
  });
  const { token } = data;
  const raw = { type: 'deposit', length: 100 };
  const list = await app.call(cashRequests.list, { token, raw });
  expect(list.data.pending[0]?.count).toBeGreaterThan(0);
  expect(list.data.data.length).toBeGreaterThan(50);
  for (const { receiptUrl } of list.data.data.slice(0, 10)) {
    const picture = await app.http.inject({ url: receiptUrl ?? '' });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  }
});

/** Holds that no waiting withdrawal explains, and requests that were not paid exactly once. */
async function faultsOfRequests(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.user_id, a.balance_minor from accounts a
    where a.kind = 'withdrawals' and a.balance_minor <> (
      select coalesce(sum(r.amount_minor), 0) from cash_requests r
      where r.user_id = a.user_id and r.type = 'withdraw' and r.status = 'pending')
    union all
    select r.id, r.amount_minor from cash_requests r
    where (select count(*) from transfers t where t.cash_request_id = r.id
      and t.kind in ('cash_deposit', 'cash_withdraw')) <> (r.status = 'success')::int
    union all
    select r.id, r.amount_minor from cash_requests r where r.status <>
      (select s.to_status from cash_request_steps s where s.request_id = r.id
       order by s.id desc limit 1)`.execute(app.db);
  return rows;
}

test('what is held is what waits, and every request was paid as its state says', async () => {
  expect(await faultsOfRequests()).toEqual([]);
});

test('live, two nodes file at most one request at a time', async () => {
  const other = await otherNode(app);
  const receipts = [await receiptPicture(1), await receiptPicture(2)];
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from cash_requests`.execute(app.db);
    return rows[0]?.count ?? 0;
  };
  const first = await count();
  for (let round = 0; round < 6; round++) {
    const before = await count();
    const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 ? other.db : app.db));
    await Promise.all(nodes.map((db) => inTransaction(db, (tx) => fileOne(tx, receipts))));
    expect((await count()) - before).toBeLessThanOrEqual(1);
    await sql`update cash_requests set created_at = created_at - interval '10 seconds'`.execute(
      app.db,
    );
  }
  expect(await count()).toBeGreaterThan(first);
  expect(await faultsOfRequests()).toEqual([]);
  await other.close();
});

test('live, it ends immediately when it is told to', async () => {
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const running = liveDemo(app.db, stopping.signal, (error) => faults.push(error));
  setTimeout(() => stopping.abort(), 200);
  await running;
  expect(faults).toEqual([]);
});

test('live, its players bet on the rounds as they come', async () => {
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const onError = (error: unknown) => faults.push(error);
  const times = { bettingMs: 1_500, doublingMs: 300, pauseMs: 50 };
  const running = [
    runEngine({ db: app.db, times, rtp: usualRules, stopping: stopping.signal, onError }),
    livePlayers(app.db, stopping.signal, onError),
  ];
  const settled = async () => {
    const { rows } = await sql<{ bets: number }>`
      select count(*)::int as bets from bets b join rounds r on r.id = b.round_id
      where r.doubling_ms = 300 and b.type = 'settled'`.execute(app.db);
    return rows[0]?.bets ?? 0;
  };
  await expect.poll(settled, { interval: 200 }).toBeGreaterThan(3);
  stopping.abort();
  await Promise.all(running);
  expect(faults).toEqual([]);
});

test('a platform that somebody else has begun is left as it is', async () => {
  const other = await testApp();
  await makeSuper(other);
  const before = await snapshot(other.db);
  await fill(other.db);
  expect(await snapshot(other.db)).toBe(before);
  await other.close();
});
