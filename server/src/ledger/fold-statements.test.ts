import { clients } from '@pitboss/contract/clients';
import { currencies } from '@pitboss/contract/money';
import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { auditRollups } from '../reports/audit-rollups.ts';
import { foldAllStatements } from '../test/fold-all.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { foldStatements } from './fold-statements.ts';
import { post, walletOf } from './post.ts';

const dayMs = 86_400_000;

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

beforeEach(async () => {
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  client = await makeUser(app, admin);
  await foldAllStatements(app.db);
});

// Entries of the past beside those of now are what is tried here, and all that the books find.
afterAll(async () => {
  const actual = [expect.stringMatching(/^entry \d+ is dated before the one before it$/)];
  await expect(app.close()).rejects.toMatchObject({ actual });
});

/** Moves money from the ADMIN to the client at a moment of the past, or now. */
async function move(tx: Tx, amountMinor: bigint, at?: Date): Promise<void> {
  if (at) {
    await sql`select set_config('pitboss.clock', ${at.toISOString()}, true)`.execute(tx);
  }
  await post(tx, {
    kind: 'deposit',
    from: walletOf(admin.id),
    to: walletOf(client.id),
    currency: 'USD',
    amountMinor,
    actorId: admin.id,
    remarks: '',
    idempotencyKey: null,
    field: 'amount',
  });
}

const moveNow = (amountMinor: bigint, at?: Date) =>
  inTransaction(app.db, (tx) => move(tx, amountMinor, at));

/** What the client got, by its own statement, its operator's and SUPER's, and its figures. */
async function told(from?: Date) {
  const range = from ? { startDate: from.toISOString() } : {};
  const ask = async (by: TestPerson, raw: object) => {
    const body = { length: 1, ...range, ...raw };
    const { data } = await app.call(transactions.listStatement, { token: by.token, raw: body });
    return { entries: data.recordsTotal, ...data.totals };
  };
  const own = await ask(admin, { userId: String(client.id) });
  const branch = await ask(admin, {});
  const all = await ask(root, {});
  const params = { id: client.id };
  const { cashIn } = (await app.call(clients.get, { token: admin.token, params })).data;
  return { own, branch, all, cashIn };
}

async function folding(db: Db = app.db) {
  return db.selectFrom('statement_folding').selectAll().executeTakeFirstOrThrow();
}

async function foldedEntries({ id } = client): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(d.entries), 0)::int as entries
    from wallet_days d join accounts a on a.id = d.account_id
    where a.user_id = ${id} and a.kind = 'wallet'`.execute(app.db);
  return rows[0]?.entries ?? 0;
}

const step = async () => {
  const { rows } = await sql<{ isMore: boolean }>`
    select fold_statements('0') as "isMore"`.execute(app.db);
  return rows[0]?.isMore;
};

test('what is folded and what is not yet add up to the same', async () => {
  await moveNow(100n);
  await moveNow(250n);
  const before = await told();
  expect(before).toMatchObject({ own: { entries: 2, deposit: 350n }, cashIn: 350n });
  expect(await foldedEntries()).toBe(0);
  await foldAllStatements(app.db);
  expect(await foldedEntries()).toBe(2);
  expect(await told()).toEqual(before);
  await moveNow(1n);
  const after = await told();
  expect(after).toMatchObject({ own: { entries: 3, deposit: 351n }, cashIn: 351n });
  expect(after.branch.withdraw - before.branch.withdraw).toBe(1n);
  expect(after.all.entries - before.all.entries).toBe(2);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('money of every currency is folded, whoever calls', async () => {
  const known = sql<{ known: string[] }>`select currencies_of_money() as known`;
  expect((await known.execute(app.db)).rows[0]?.known).toEqual(currencies.toSorted());
  for (const currency of currencies) {
    const other = await makeUser(app, root, { currency, balance: 300n });
    await foldAllStatements(app.db);
    expect(await foldedEntries(other)).toBe(1);
  }
});

test('where nothing moved, nothing is written', async () => {
  const before = await folding();
  await foldStatements(app.db, 0);
  expect(await folding()).toEqual(before);
});

test('who is at work when folding is announced is waited for, and counts once', async () => {
  const working = await openTransaction(app.db);
  await move(working as Tx, 40n);
  const { folded_until } = await folding();
  // What another gets is a reason to fold; the one at work is not seen yet.
  await makeUser(app, root, { balance: 5n });
  await foldStatements(app.db, 0);
  await foldStatements(app.db, 0);
  expect(await folding()).toMatchObject({ folded_until });
  expect((await folding()).next_until > folded_until).toBe(true);
  await working.commit().execute();
  const before = await told();
  expect(before.own).toMatchObject({ deposit: 40n });
  await foldAllStatements(app.db);
  expect((await folding()).folded_until > folded_until).toBe(true);
  expect(await told()).toEqual(before);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('an entry of a time that is folded already is added by the one who writes it', async () => {
  await moveNow(10n);
  await foldAllStatements(app.db);
  const at = new Date(Date.now() - 3 * dayMs);
  await moveNow(7n, at);
  expect(await foldedEntries()).toBe(2);
  expect((await told()).own).toMatchObject({ entries: 2, deposit: 17n });
  expect((await told(new Date(Date.now() - dayMs))).own).toMatchObject({
    entries: 1,
    deposit: 10n,
  });
  await foldAllStatements(app.db);
  expect((await told()).own).toMatchObject({ entries: 2, deposit: 17n });
  expect(await auditRollups(app.db)).toEqual([]);
});

test('an entry of a time that is announced keeps folding away until it is there', async () => {
  const { folded_until } = await folding();
  await moveNow(10n);
  expect(await step()).toBe(true);
  const { next_until } = await folding();
  // Whom folding waits for is known before the late one comes, which is none of them.
  const working = await openTransaction(app.db);
  await sql`select pg_current_xact_id()`.execute(working);
  expect(await step()).toBe(false);
  const late = await openTransaction(app.db);
  await move(late as Tx, 7n, new Date(next_until.getTime() - 1));
  await working.rollback().execute();
  expect(await step()).toBe(false);
  expect(await folding()).toMatchObject({ folded_until, next_until });
  await late.commit().execute();
  await foldAllStatements(app.db);
  expect((await told()).own).toMatchObject({ entries: 2, deposit: 17n });
  expect(await foldedEntries()).toBe(2);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('an entry that is dated ahead is counted, and folded when its time has come', async () => {
  await moveNow(5n, new Date(Date.now() + dayMs));
  expect((await told()).own).toMatchObject({ entries: 1, deposit: 5n });
  await foldStatements(app.db, 0);
  expect(await foldedEntries()).toBe(0);
  expect((await told()).own).toMatchObject({ entries: 1, deposit: 5n });
  expect(await auditRollups(app.db)).toEqual([]);
});

test('what is younger than it folds is left for the next time', async () => {
  await moveNow(5n);
  const before = await folding();
  await foldStatements(app.db, dayMs);
  expect(await folding()).toEqual(before);
});

test('much is folded in steps, each of which gets on', async () => {
  const began = (await folding()).folded_until;
  for (const amount of [1n, 2n, 3n]) await moveNow(amount);
  const end = async (from: Date, entries: number) => {
    const { rows } = await sql<{ at: Date | null }>`select folding_end(${from}::timestamptz,
      clock_timestamp(), ${currencies}::text[], ${entries}) as at`.execute(app.db);
    return rows[0]?.at;
  };
  const times = (await app.db
    .selectFrom('entries')
    .select('created_at')
    .where('owner_id', '=', client.id)
    .orderBy('created_at')
    .execute()) as [{ created_at: Date }, ...{ created_at: Date }[]];
  // The first move is two entries of one time.
  expect(await end(began, 1)).toEqual(new Date(times[0].created_at.getTime() + 1));
  const last = times.at(-1)?.created_at ?? began;
  expect(((await end(began, 100)) ?? began) > last).toBe(true);
  expect(await end(new Date(last.getTime() + 1), 1)).toBeNull();
});

test('tables that were copied from a server with higher numbers are folded on', async () => {
  await moveNow(5n);
  expect(await step()).toBe(true);
  await sql`update statement_folding set next_xid = 9000000000000000`.execute(app.db);
  await foldAllStatements(app.db);
  expect(await foldedEntries()).toBe(1);
});

test('many who write at any time while many fold leave every entry in the sums once', async () => {
  const moves = fc.array(fc.option(fc.integer({ min: -4_000, max: 50 })), {
    minLength: 20,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(moves, async (shifts) => {
      const before = await told();
      const folders = [1, 2].map(async () => {
        for (let turn = 0; turn < 15; turn++) await foldStatements(app.db, 0);
      });
      const writers = shifts.map((shift) =>
        moveNow(1n, shift === null ? undefined : new Date(Date.now() + shift)),
      );
      await Promise.all([...folders, ...writers]);
      const after = await told();
      expect(after.own.entries - before.own.entries).toBe(shifts.length);
      expect(after.cashIn - before.cashIn).toBe(BigInt(shifts.length));
      expect(after.all.entries - before.all.entries).toBe(2 * shifts.length);
      expect(await auditRollups(app.db)).toEqual([]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  await foldAllStatements(app.db);
  expect(await auditRollups(app.db)).toEqual([]);
});
