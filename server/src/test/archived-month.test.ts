import { readFile } from 'node:fs/promises';
import { bets } from '@pitboss/contract/bets';
import { clients as clientCalls } from '@pitboss/contract/clients';
import { reports } from '@pitboss/contract/reports';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSeals } from '../audit/audit-seals.ts';
import { sealRecords } from '../audit/seal-records.ts';
import { placeBets } from '../bets/place-bets.ts';
import { auditAll } from '../reports/audit-all.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { atTime } from './flights.ts';
import { foldAllStatements } from './fold-all.ts';
import { anyReturn } from './odds.ts';
import { openTransaction } from './open-transaction.ts';
import { reserveEachAlone } from './reserve-each-alone.ts';
import { type TestApp, testApp } from './test-app.ts';

const now = new Date();
const oldMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1));
const dayMs = 24 * 3_600_000;
const recently = new Date(now.getTime() - 2 * dayMs);
const script = new URL('../../../deploy/retention/archive-month.sql', import.meta.url);

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let regulars: TestPerson[];
/** One who played in the old month only. */
let dormant: TestPerson;
/** A round of the old month that nobody has settled. */
let open: bigint;
/** One of it whose stakes were reserved one by one, as releases before did. */
let reservedAlone: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 10_000_000n });
  const make = () => makeUser(app, admin, { balance: 100_000n });
  [dormant, ...regulars] = [await make(), await make(), await make(), await make()];
  for (let day = 1; day < 25; day += 3) await play(onDay(day), [dormant, ...regulars]);
  reservedAlone = await play(onDay(25), regulars, 'settled', [105]);
  expect(await reserveEachAlone(app, reservedAlone)).toBe(regulars.length);
  await play(onDay(26), regulars, 'void');
  open = await play(onDay(27), regulars, 'open');
  for (let hour = 0; hour < 6; hour++) {
    await play(new Date(recently.getTime() + hour * 3_600_000), regulars);
  }
  await sql.raw(await readFile(script, 'utf8')).execute(app.db);
});

/** Closing it audits the books over all rows, archived ones too. */
afterAll(() => app.close());

function onDay(day: number): Date {
  return new Date(oldMonth.getTime() + day * dayMs);
}

/** A round of the engine at that time: everybody bets, with a target and without. */
async function play(
  at: Date,
  who: TestPerson[],
  end: 'settled' | 'void' | 'open' = 'settled',
  targets: (number | null)[] = [null, 105],
) {
  const { id, drawnHundredths } = await atTime(app, at, (tx) =>
    openRound(tx, { source: 'engine', bettingMs: 60_000, doublingMs: 1_000 }, anyReturn),
  );
  const placed = who.flatMap(({ id: userId }) =>
    targets.map((autoHundredths) => ({
      ref: null,
      userId,
      stakeMinor: 1_234n,
      autoHundredths,
    })),
  );
  await atTime(app, at, (tx) => placeBets(tx, id, { actorId: null, serviceKeyId: null }, placed));
  await atTime(app, new Date(at.getTime() + 60_000), async (tx) => {
    if (end === 'void') return voidRound(tx, id);
    await startRound(tx, id);
    await crashRound(tx, id, drawnHundredths);
    return end === 'settled' && settleRound(tx, id, null);
  });
  return id;
}

const archive = () => sql`call archive.move_month(${onDay(0)}::date, 7)`.execute(app.db);

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(table)} where ${sql.raw(where)}`.execute(app.db);
  return rows[0]?.count ?? 0;
}

/** What operators are shown: figures of all time, and every row of the recent days. */
async function look() {
  const recent = { startDate: iso(new Date(recently.getTime() - dayMs)), length: 500 };
  const shown = [];
  for (const { token } of [root, admin]) {
    const everyBet = (await app.call(bets.list, { token })).data;
    const { data: newest, ...statement } = (await app.call(transactions.listStatement, { token }))
      .data;
    shown.push({
      stats: (await app.call(reports.stats, { token })).data,
      report: (await app.call(reports.roundPl, { token, raw: { length: 500 } })).data,
      bets: (await app.call(bets.list, { token, raw: recent })).data,
      betTotals: [everyBet.totals, everyBet.data.recordsTotal],
      statement: (await app.call(transactions.listStatement, { token, raw: recent })).data,
      statementTotals: statement,
      newest,
      wallet: (await app.call(users.balance, { token })).data,
    });
  }
  const { token } = admin;
  const clients = (await app.call(users.list, { token })).data;
  const own = [];
  for (const client of [dormant, ...regulars]) {
    const raw = { userId: String(client.id) };
    const statement = (await app.call(transactions.listStatement, { token, raw })).data;
    const played = (await app.call(bets.list, { token, raw })).data;
    const figures = (await app.call(clientCalls.get, { token, params: { id: client.id } })).data;
    own.push([statement.totals, statement.recordsTotal, played.totals, played.data.recordsTotal]);
    own.push([figures]);
  }
  return { shown, clients, own };
}

const ofGap = `id in (select bet_id from entries e
  join unsealed_gaps g on g.id = e.transfer_id where e.bet_id is not null)`;
const settledThen = () => count('bets', `type <> 'unsettled' and created_at < '${iso(recently)}'`);
const iso = (at: Date) => at.toISOString();

test('nothing leaves that is not sealed yet, or in no sum', async () => {
  await archive();
  expect(await count('archive.bets')).toBe(0);
  await sealRecords(app.db);
  await archive();
  expect(await count('archive.bets')).toBe(0);
  await foldAllStatements(app.db);
  // One that was not there yet when its neighbours were sealed.
  await sql`insert into unsealed_gaps (record, id)
    select 'transfers', min(id) from transfers where round_id is not null`.execute(app.db);
});

test('an archived month leaves balances, figures and the lists of other months as they were', async () => {
  expect(await auditAll(app.db)).toEqual([]);
  const before = await look();
  const all = [await count('bets'), await count('transfers'), await count('entries')];
  const wasThere = await settledThen();
  await archive();
  expect(await look()).toEqual(before);
  expect(await auditAll(app.db)).toEqual([]);

  const archived = await count('archive.bets');
  expect(archived).toBeGreaterThan(50);
  expect(await settledThen()).toBe(wasThere - archived);
  const united = ['bets', 'transfers', 'entries'].map(
    async (table) => (await count(table)) + (await count(`archive.${table}`)),
  );
  expect(await Promise.all(united)).toEqual(all);
  expect(await count('archive.bets', `created_at >= '${iso(recently)}'`)).toBe(0);
});

test('legs leave with their bets, those for one and for many, and none without its transfer', async () => {
  const ofBets = 'bet_id is not null and bet_id not in (select id from';
  expect(await count('entries', `${ofBets} bets)`)).toBe(0);
  expect(await count('archive.entries', `${ofBets} archive.bets)`)).toBe(0);
  const reserved = `amount_minor > 0 and owner_id is null and transfer_id in
    (select id from archive.transfers where kind = 'stake'`;
  expect(await count('archive.entries', `${reserved} and round_id = ${reservedAlone})`)).toBe(3);
  expect(await count('archive.entries', `${reserved}) and bet_id is null`)).toBeGreaterThan(8);
  expect(await count('entries', 'transfer_id not in (select id from transfers)')).toBe(0);
});

test('open bets stay, and so does the last entry of an account that nobody uses any more', async () => {
  expect(await count('bets', `round_id = ${open} and type = 'unsettled'`)).toBe(6);
  expect(await count('archive.bets', "type = 'unsettled'")).toBe(0);
  const lost = await count(
    'accounts a',
    `entry_count > 0 and not exists (select from entries e
      where e.account_id = a.id and e.sequence = a.entry_count)`,
  );
  expect(lost).toBe(0);
  const left = await count('bets', `user_id = ${dormant.id} and not ${ofGap}`);
  expect([1, 2]).toContain(left);
});

test('so does one among others that were sealed before it', async () => {
  expect(await count('bets', ofGap)).toBe(8);
  await sql`delete from unsealed_gaps where record = 'transfers'`.execute(app.db);
});

test('the platform goes on: what was open is settled, and new rounds are played', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const roundAt = (at: Date) => play(at, [dormant, ...regulars]);
  await roundAt(inMinutes(-5));
  await atTime(app, inMinutes(-3), (tx) => settleRound(tx, open, null));
  await roundAt(inMinutes(-2));
  await sealRecords(app.db);
  expect(await auditAll(app.db)).toEqual([]);
});

test('again, it moves what has become movable since, and then nothing', async () => {
  const before = await count('archive.bets');
  await archive();
  const after = await count('archive.bets');
  expect(after).toBeGreaterThan(before + 6);
  expect(await settledThen()).toBe(0);
  await archive();
  expect(await count('archive.bets')).toBe(after);
  expect(await auditAll(app.db)).toEqual([]);
});

test('an archived bet that was changed is found, and its round is named', async () => {
  const tx = await openTransaction(app.db);
  await sql`alter table archive.bets disable trigger user`.execute(tx);
  await sql`update archive.bets set user_id = user_id + 1
    where id = (select min(id) from archive.bets)`.execute(tx);
  await sql`call archive.show_whole()`.execute(tx);
  const faults = await auditSeals(tx);
  await tx.rollback().execute();
  expect(faults).toEqual([
    expect.stringMatching(/^the list of bets of round \d+ was changed since/),
  ]);
});

test('what is kept cannot be changed, live or archived', async () => {
  for (const table of ['bets', 'transfers', 'entries', 'archive.bets', 'archive.entries']) {
    const attempt = sql`delete from ${sql.raw(table)}`.execute(app.db);
    await expect(attempt).rejects.toThrow('is append-only');
  }
});

test('a month that is not over is refused', async () => {
  const attempt = sql`call archive.move_month(${now}::date)`.execute(app.db);
  await expect(attempt).rejects.toThrow('is not over');
});

test('a column that a later release adds is archived too', async () => {
  await sql`alter table bets add column later text`.execute(app.db);
  await sql.raw(await readFile(script, 'utf8')).execute(app.db);
  await archive();
  expect(await count('archive.bets', 'later is null')).toBeGreaterThan(0);
  expect(await auditAll(app.db)).toEqual([]);
});
