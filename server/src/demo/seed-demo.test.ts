import { auth } from '@pitboss/contract/auth';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../db/database.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { makeSuper } from '../test/people.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { demoSignIns } from './people.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

async function countOf(table: 'users' | 'transfers' | 'entries'): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)}`.execute(app.db);
  return Number(rows[0]?.count);
}

/** Ends every connection that fills the demo, as soon as it has written some of it. */
async function cutShort(db: Db, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (;;) {
    const { rows } = await sql<{ is_ended: boolean }>`
      select pg_terminate_backend(pid) as is_ended from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid() and state <> 'idle'
        and exists (select from pg_locks l where l.pid = pg_stat_activity.pid
          and l.relation = 'entries'::regclass and l.mode = 'RowExclusiveLock')`.execute(db);
    if (rows.length > 0) return;
  }
}

test('cut short halfway it leaves nothing behind', async () => {
  const [filled] = await Promise.allSettled([
    seedDemo(app.db, () => {}),
    cutShort(app.db, app.url),
  ]);
  expect(filled.status).toBe('rejected');
  expect(await countOf('transfers')).toBe(0);
  expect(await countOf('entries')).toBe(0);
  expect(await countOf('users')).toBe(1);
});

test('it fills several currencies with about two hundred clients and a month of moves', async () => {
  const lines: string[] = [];
  await seedDemo(app.db, (line) => lines.push(line));
  expect(lines).toEqual(['Filling the demo…']);
  const people = await app.db.selectFrom('users').select(['role', 'currency', 'is_demo']).execute();
  const clients = people.filter((person) => person.role === 'USER');
  expect(clients.length).toBe(200);
  expect(people.filter((person) => person.role === 'ADMIN').length).toBeGreaterThanOrEqual(3);
  expect(new Set(clients.map((client) => client.currency))).toEqual(new Set(['USD', 'INR', 'PKR']));
  expect(clients.some((client) => client.is_demo)).toBe(true);
  expect(await countOf('transfers')).toBeGreaterThan(2_000);
  expect(await auditBooks(app.db)).toEqual([]);
}, 120_000);

test('run again it adds nothing', async () => {
  const before = await snapshot(app.db);
  const lines: string[] = [];
  await seedDemo(app.db, (line) => lines.push(line));
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

test('a platform that somebody else has begun is left as it is', async () => {
  const other = await testApp();
  await makeSuper(other);
  const before = await snapshot(other.db);
  await seedDemo(other.db, () => {});
  expect(await snapshot(other.db)).toBe(before);
  await other.close();
});
