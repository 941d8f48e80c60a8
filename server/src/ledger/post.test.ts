import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../db/database-errors.ts';
import { inTransaction } from '../db/transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditBooks } from './audit-books.ts';
import { issue } from './issue.ts';
import { post, walletOf } from './post.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 5_000n });
});

afterAll(() => app.close());

/** The code of the error that PostgreSQL answers with; 'accepted' would be a fault of the guard. */
async function answerTo(...statements: RawBuilder<unknown>[]): Promise<string> {
  try {
    await inTransaction(app.db, async (tx) => {
      for (const statement of statements) await statement.execute(tx);
    });
    return 'accepted';
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

const wallet = () =>
  sql`(select id from accounts where user_id = ${client.id} and kind = 'wallet')`;
const house = sql`(select id from accounts
  where kind = 'house' and currency = 'USD' and shard = 0)`;
const appendOnly = 'PB900';

test.each([
  ['transfers', 'created_at'],
  ['entries', 'created_at'],
  ['audit_events', 'at'],
])('%s is append-only', async (name, time) => {
  await sql`insert into audit_events (actor_name, address, request_id, action, outcome, message)
    values ('test', 'test', 'test', 'test', 'done', '')`.execute(app.db);
  const table = sql.table(name);
  expect(await answerTo(sql`update ${table} set id = default`)).toBe(appendOnly);
  expect(await answerTo(sql`update ${table} set ${sql.ref(time)} = now()`)).toBe(appendOnly);
  expect(await answerTo(sql`delete from ${table}`)).toBe(appendOnly);
  expect(await answerTo(sql`delete from ${table} where false`)).toBe(appendOnly);
  expect(await answerTo(sql`truncate ${table} cascade`)).toBe(appendOnly);
});

test.each([
  ['transfers', sql`update transfers set amount_minor = amount_minor + 1`],
  ['transfers', sql`update transfers set remarks = 'other'`],
  ['entries', sql`update entries set balance_after_minor = 0`],
  ['audit_events', sql`update audit_events set message = 'other'`],
])('nothing in %s can be rewritten', async (_name, statement) => {
  expect(await answerTo(statement)).toBe(appendOnly);
});

test('accounts cannot be taken away', async () => {
  expect(await answerTo(sql`delete from accounts where false`)).toBe(appendOnly);
  expect(await answerTo(sql`truncate accounts cascade`)).toBe(appendOnly);
});

test('an account starts empty', async () => {
  expect(
    await answerTo(sql`insert into accounts (kind, user_id, currency, balance_minor)
      values ('wallet', ${client.id}, 'PKR', 5)`),
  ).toBe('PB903');
});

test.each([
  ['of a currency that is not known', "'wallet', USER, 'EUR', 0"],
  ['of a kind that is not known', "'purse', USER, 'PKR', 0"],
  ['of the platform that belongs to somebody', "'house', USER, 'PKR', 0"],
  ["of a person's kind that belongs to nobody", "'wallet', null, 'PKR', 0"],
  ['of a person in parts', "'wallet', USER, 'PKR', 1"],
  ['of the treasury in parts', "'treasury', null, 'PKR', 1"],
  ['in a ninth part', "'house', null, 'PKR', 9"],
])('there is no account %s', async (_what, values) => {
  const row = sql.raw(values.replace('USER', String(client.id)));
  const insert = sql`insert into accounts (kind, user_id, currency, shard) values (${row})`;
  expect(await answerTo(insert)).toBe('PB903');
});

test('an account stays what it is', async () => {
  for (const change of ["kind = 'purse'", "currency = 'EUR'", 'shard = 1', 'user_id = null']) {
    const update = sql`update accounts set ${sql.raw(change)} where id = ${wallet()}`;
    expect(await answerTo(update)).toBe('PB902');
  }
});

test.each([
  ['of a kind that is not known', "'gift', A, B, null, null"],
  ['of cash for a bet', "'deposit', A, B, 1, null"],
  ['of cash in a round', "'deposit', null, null, null, 1"],
  ['of play for nothing', "'stake', A, B, null, null"],
  ['of play for a bet and a round', "'stake', A, B, 1, 1"],
  ['of a round between two accounts', "'stake', A, B, null, 1"],
  ['of many legs without a round', "'deposit', null, null, null, null"],
  ['with one account', "'deposit', A, null, null, null"],
  ['to where it comes from', "'deposit', A, A, null, null"],
  ['of nothing', "'deposit', A, B, null, null", 0],
  ['backwards', "'deposit', A, B, null, null", -5],
])('there is no transfer %s', async (_what, values, amount = 5) => {
  const { rows } = await sql<{ a: bigint; b: bigint }>`
    select ${wallet()} as a, ${house} as b`.execute(app.db);
  const row = values.replaceAll('A', String(rows[0]?.a)).replace('B', String(rows[0]?.b));
  const insert = sql`insert into transfers (kind, from_account_id, to_account_id, bet_id, round_id,
    amount_minor, remarks, created_at) values (${sql.raw(row)}, ${amount}, '', now())`;
  expect(await answerTo(insert)).toBe('PB905');
});

test('a balance changes only with the entries that explain it', async () => {
  const refused = 'PB902';
  const set = (change: RawBuilder<unknown>) =>
    answerTo(sql`update accounts set ${change} where id = ${wallet()}`);
  expect(await set(sql`balance_minor = balance_minor + 1`)).toBe(refused);
  expect(await set(sql`balance_minor = 0`)).toBe(refused);
  expect(await set(sql`entry_count = entry_count + 1`)).toBe(refused);
  expect(await set(sql`currency = 'PKR'`)).toBe(refused);
  expect(await set(sql`kind = 'stakes', currency = 'PKR'`)).toBe(refused);
});

test('the entries of an account are numbered without a gap', async () => {
  /** A whole withdrawal of 5 by hand, whose entries stand so far after the last ones. */
  const withdrawal = (step: number) => [
    sql`with made as (
        insert into transfers (kind, from_account_id, to_account_id, amount_minor, created_at)
        values ('withdraw', ${wallet()}, ${house}, 5, now()) returning id),
      side as (select a.*, case when user_id is null then 5 else -5 end as amount from accounts a
        where id in (${wallet()}, ${house}))
      insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
        created_at)
      select side.id, entry_count + ${step}::int, made.id, amount, balance_minor + amount, now()
      from made, side`,
    sql`update accounts set entry_count = entry_count + 1,
        balance_minor = balance_minor + case when user_id is null then 5 else -5 end
      where id in (${wallet()}, ${house})`,
  ];
  expect(await answerTo(...withdrawal(2))).toBe('PB902');
  // Nothing else is wrong with it; the last statement takes it back.
  expect(await answerTo(...withdrawal(1), sql`select 1 / 0`)).toBe('22012');
});

test('no wallet goes below zero, whoever writes', async () => {
  expect(await answerTo(sql`update accounts set balance_minor = -1 where id = ${wallet()}`)).toBe(
    '23514',
  );
});

/** A transfer of 5 from the wallet to the house, and the entries that are said to belong to it. */
function bookkeeping(
  entries: RawBuilder<unknown>,
  owner: bigint | null = null,
): RawBuilder<unknown> {
  return sql`with made as (
      insert into transfers (kind, from_account_id, to_account_id, amount_minor, created_at)
      values ('withdraw', ${wallet()}, ${house}, 5, now()) returning id)
    insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
      created_at, owner_id)
    select account, 900, made.id, amount, 0, now(), ${owner}::bigint
    from made, (values ${entries}) as entry (account, amount)`;
}

test('entries that do not balance are refused', async () => {
  const refused = 'PB901';
  const [from, to] = [wallet(), house];
  expect(await answerTo(bookkeeping(sql`(${from}, -5), (${to}, 6)`))).toBe(refused);
  expect(await answerTo(bookkeeping(sql`(${from}, -5)`))).toBe(refused);
  expect(await answerTo(bookkeeping(sql`(${from}, -4), (${to}, 4)`))).toBe(refused);
  expect(await answerTo(bookkeeping(sql`(${to}, -5), (${from}, 5)`))).toBe(refused);
  expect(await answerTo(bookkeeping(sql`(${from}, 0), (${to}, 0)`))).toBe(refused);
  // Whose an entry is, is told with its currency and kind of money or not at all.
  expect(await answerTo(bookkeeping(sql`(${from}, -5), (${to}, 5)`, client.id))).toBe(refused);
});

test('a transfer that has its two entries takes no more', async () => {
  const more = sql`insert into entries (account_id, sequence, transfer_id, amount_minor,
      balance_after_minor, created_at)
    select account_id, sequence + 900, transfer_id, amount_minor, 0, now() from entries`;
  expect(await answerTo(more)).toBe('23505');
});

test('a transfer moves a positive amount between two accounts', async () => {
  const transfer = {
    kind: 'withdraw',
    from: walletOf(client.id),
    to: { userId: null, kind: 'house' },
    currency: 'USD',
    actorId: null,
    remarks: '',
    idempotencyKey: null,
    field: 'amount',
  } as const;
  const tryPost = (change: object) =>
    inTransaction(app.db, (tx) => post(tx, { ...transfer, amountMinor: 100n, ...change })).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  expect(await tryPost({ amountMinor: 0n })).toBe('A transfer moves a positive amount.');
  expect(await tryPost({ amountMinor: -5n })).toBe('A transfer moves a positive amount.');
  expect(await tryPost({ to: transfer.from })).toMatch(/has no amount, no two accounts/);
  expect(await tryPost({ amountMinor: 5_001n })).toBe('Not enough balance: 50.00 USD available.');
  expect(await tryPost({ currency: 'PKR' })).toMatch(/no wallet account/);
});

test('the check of the books finds what is wrong when the guards are off', async () => {
  const found: string[] = [];
  const abort = new Error('Nothing of this is kept.');
  await inTransaction(app.db, async (tx) => {
    await sql`alter table accounts disable trigger user`.execute(tx);
    await sql`update accounts set balance_minor = balance_minor + 7
      where id = ${wallet()}`.execute(tx);
    found.push(...(await auditBooks(tx)));
    throw abort;
  }).catch((error: unknown) => expect(error).toBe(abort));
  expect(found).toContainEqual(expect.stringMatching(/^accounts in USD add up to 7$/));
  expect(found).toContainEqual(expect.stringMatching(/^account \d+ says 5007 but/));
});

/** What the books say of a transfer that no guard looked at. */
async function postWithoutGuards(change: object): Promise<string[]> {
  const found: string[] = [];
  const abort = new Error('Nothing of this is kept.');
  await inTransaction(app.db, async (tx) => {
    await sql`alter table transfers disable trigger user`.execute(tx);
    await post(tx, {
      kind: 'deposit',
      from: walletOf(client.id),
      to: { userId: null, kind: 'house' },
      currency: 'USD',
      amountMinor: 100n,
      actorId: null,
      remarks: '',
      idempotencyKey: null,
      field: 'amount',
      ...change,
    } as Parameters<typeof post>[1]);
    found.push(...(await auditBooks(tx)));
    throw abort;
  }).catch((error: unknown) => expect(error).toBe(abort));
  return found;
}

test('the books tell of accounts and transfers that cannot be, whoever let them in', async () => {
  const isNone = expect.stringMatching(/^transfer \d+ is none that can be$/);
  expect(await postWithoutGuards({ kind: 'gift' })).toEqual([isNone]);
  expect(await postWithoutGuards({ kind: 'payout' })).toEqual([isNone]);
  const found: string[] = [];
  const abort = new Error('Nothing of this is kept.');
  await inTransaction(app.db, async (tx) => {
    await sql`alter table accounts disable trigger user`.execute(tx);
    await sql`insert into accounts (kind, user_id, currency)
      values ('purse', ${client.id}, 'USD')`.execute(tx);
    found.push(...(await auditBooks(tx)));
    throw abort;
  }).catch((error: unknown) => expect(error).toBe(abort));
  expect(found).toEqual([expect.stringMatching(/^account \d+ is none that can be$/)]);
});

test('play money never becomes real, nor real money play, and the books tell if it ever did', async () => {
  const demo = await makeUser(app, root, { isDemo: true, balance: 5_000n });
  const toDemo = { from: walletOf(client.id), to: walletOf(demo.id) };
  const toReal = { from: walletOf(demo.id), to: walletOf(client.id) };
  const treasury = { userId: null, kind: 'demo_treasury' } as const;
  const crossings = [toDemo, toReal, { from: treasury, to: walletOf(client.id) }];
  for (const crossing of crossings) {
    const transfer = { kind: 'deposit', currency: 'USD', amountMinor: 100n } as const;
    const rest = { actorId: null, remarks: '', idempotencyKey: null, field: 'amount' };
    const posting = inTransaction(app.db, (tx) => post(tx, { ...transfer, ...rest, ...crossing }));
    await expect(posting).rejects.toMatchObject({ code: 'PB906' });
    expect(await postWithoutGuards(crossing)).toEqual([
      expect.stringMatching(
        crossing === toDemo
          ? /^transfer \d+ made real money play$/
          : /^transfer \d+ made play money real$/,
      ),
    ]);
  }
  // The control: real money to real.
  expect(await postWithoutGuards({})).toEqual([]);
});

test('a wallet grows to 900,000,000,000.00 and no further', async () => {
  const full = 90_000_000_000_000n;
  const { balance_minor: before } = await app.db
    .selectFrom('accounts')
    .select('balance_minor')
    .where('user_id', '=', root.id)
    .where('kind', '=', 'wallet')
    .where('currency', '=', 'PKR')
    .executeTakeFirstOrThrow();
  await inTransaction(app.db, (tx) => issue(tx, root.id, 'PKR', full - before));
  const more = inTransaction(app.db, (tx) => issue(tx, root.id, 'PKR', 1n));
  await expect(more).rejects.toMatchObject({
    code: 'invalid',
    message: 'This wallet takes at most 900000000000.00 PKR in all; it has 900000000000.00 PKR.',
  });
});
