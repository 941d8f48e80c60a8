import { cashRequests } from '@pitboss/contract/cash-requests';
import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askDeposit, askWithdrawal, cancel, decide, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf, ownBalance } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let bankId: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 1_000_000n });
  bankId = await makeBank(app, admin);
});

afterAll(() => app.close());

/** What is reserved of a client's money. */
async function reservedOf({ id }: TestPerson): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance_minor as balance from accounts
    where user_id = ${id} and kind = 'withdrawals'`.execute(app.db);
  return rows[0]?.balance ?? -1n;
}

type Step = 'success' | 'failed' | 'pending' | 'cancelled';

/** Every state a request can be in, and the steps that lead there from pending. */
const ways: Record<Step, Step[]> = {
  pending: [],
  success: ['success'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};
const allowed: Record<Step, Step[]> = {
  pending: ['success', 'failed', 'cancelled'],
  failed: ['success', 'pending'],
  success: [],
  cancelled: [],
};
const steps = Object.keys(ways) as Step[];
const cases = steps.flatMap((from) =>
  steps.flatMap((to) => (['deposit', 'withdraw'] as const).map((type) => ({ type, from, to }))),
);

async function take(client: TestPerson, id: bigint, to: Step): Promise<number> {
  const reply =
    to === 'cancelled' ? await cancel(app, client, id) : await decide(app, admin, id, to);
  return reply.status;
}

describe('the states of a request', () => {
  test.each(cases)('a $type goes from $from to $to only as decided', async ({ type, from, to }) => {
    const client = await makeUser(app, admin, { balance: 10_000n });
    const filed =
      type === 'deposit'
        ? await askDeposit(app, client, bankId, 3_000n)
        : await askWithdrawal(app, client, 3_000n);
    const id = filed.data._id;
    for (const step of ways[from]) expect(await take(client, id, step)).toBe(200);
    const isAllowed = allowed[from].includes(to);
    expect(await take(client, id, to)).toBe(isAllowed ? 200 : 409);
    const end = isAllowed ? to : from;
    const moved = type === 'deposit' ? 3_000n : -3_000n;
    const isOut = end === 'success' || (type === 'withdraw' && end === 'pending');
    expect(await balanceOf(app, root, client)).toBe(10_000n + (isOut ? moved : 0n));
    expect(await reservedOf(client)).toBe(type === 'withdraw' && end === 'pending' ? 3_000n : 0n);
  });
});

test('success moves the money between the client and its direct parent, whoever decided', async () => {
  const client = await makeUser(app, admin, { balance: 5_000n });
  const before = await ownBalance(app, admin);
  const rootBefore = await ownBalance(app, root);
  const inward = await askDeposit(app, client, bankId, 2_500n);
  const outward = await askWithdrawal(app, client, 1_200n);
  expect((await decide(app, root, inward.data._id, 'success')).status).toBe(200);
  expect((await decide(app, root, outward.data._id, 'success')).status).toBe(200);
  expect(await ownBalance(app, admin)).toBe(before - 2_500n + 1_200n);
  expect(await ownBalance(app, root)).toBe(rootBefore);
  expect(await balanceOf(app, root, client)).toBe(5_000n + 2_500n - 1_200n);
});

test('six approvals at the same time pay once', async () => {
  const client = await makeUser(app, admin);
  const { data } = await askDeposit(app, client, bankId, 7_700n);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      decide(app, index % 2 ? root : admin, data._id, 'success'),
    ),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await balanceOf(app, root, client)).toBe(7_700n);
});

test('success and failed at the same time end in exactly one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const client = await makeUser(app, admin, { balance: 4_000n });
    const { data } = await askWithdrawal(app, client, 4_000n);
    const replies = await Promise.all([
      decide(app, admin, data._id, 'success'),
      decide(app, root, data._id, 'failed'),
    ]);
    // failed → success is allowed, so both may win when failed comes first.
    expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThan(0);
    const list = await app.call(player.listRequests, { token: client.token });
    const isPaid = list.data[0]?.status === 'success';
    expect(await balanceOf(app, root, client)).toBe(isPaid ? 0n : 4_000n);
    expect(await reservedOf(client)).toBe(0n);
  }
});

test('cancel and approve at the same instant end in exactly one of the two', async () => {
  for (let round = 0; round < 20; round++) {
    const client = await makeUser(app, admin, { balance: 4_000n });
    const { data } = await askWithdrawal(app, client, 1_500n);
    const replies = await Promise.all([
      decide(app, admin, data._id, 'success'),
      cancel(app, client, data._id),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const isPaid = replies[0]?.status === 200;
    expect(await balanceOf(app, root, client)).toBe(isPaid ? 2_500n : 4_000n);
    expect(await reservedOf(client)).toBe(0n);
  }
});

test('failed to success reserves the money anew and refuses when the money is gone', async () => {
  const client = await makeUser(app, admin, { balance: 3_000n });
  const { data } = await askWithdrawal(app, client, 3_000n);
  await decide(app, admin, data._id, 'failed');
  const spent = await app.call(transactions.withdraw, {
    token: admin.token,
    params: { id: client.id },
    body: { amount: 1_000n },
  });
  expect(spent.status).toBe(200);
  const refused = await decide(app, admin, data._id, 'success');
  expect(refused.status).toBe(400);
  expect(refused.message).toBe('Not enough balance: 20.00 USD available.');
  expect(await balanceOf(app, root, client)).toBe(2_000n);
  expect(await reservedOf(client)).toBe(0n);
});

test('a deposit that the operator cannot cover is refused and stays pending', async () => {
  const poor = await makeAdmin(app, root);
  const client = await makeUser(app, poor);
  const { data } = await askDeposit(app, client, await makeBank(app, poor), 900n);
  const reply = await decide(app, poor, data._id, 'success');
  expect(reply.status).toBe(400);
  expect(reply.errors.status).toBe('Not enough balance: 0.00 USD available.');
  const list = await app.call(cashRequests.list, { token: poor.token, body: page });
  expect(list.data.data[0]?.status).toBe('pending');
});

const page = { draw: 1, start: 0, length: 10, type: 'all', status: 'all' } as const;

test('the same key again answers the same and pays once', async () => {
  const client = await makeUser(app, admin);
  const { data } = await askDeposit(app, client, bankId, 600n);
  const body = { reqId: data._id, status: 'success' } as const;
  const headers = { 'idempotency-key': 'decide-once' };
  const first = await app.call(cashRequests.resolve, { token: admin.token, body, headers });
  const again = await app.call(cashRequests.resolve, { token: admin.token, body, headers });
  expect(again.body).toEqual(first.body);
  expect(await balanceOf(app, root, client)).toBe(600n);
});

test('nobody decides a request of another branch, nor its own client the operator’s part', async () => {
  const stranger = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const { data } = await askDeposit(app, client, bankId, 600n);
  expect((await decide(app, stranger, data._id, 'success')).status).toBe(404);
  expect((await decide(app, client, data._id, 'success')).status).toBe(403);
  expect((await cancel(app, await makeUser(app, admin), data._id)).status).toBe(404);
});

test('a request of a deleted client can be failed, not paid', async () => {
  const client = await makeUser(app, admin, { balance: 2_000n });
  const { data } = await askWithdrawal(app, client, 2_000n);
  await app.call(users.remove, { token: admin.token, params: { id: client.id } });
  expect((await decide(app, admin, data._id, 'success')).status).toBe(409);
  expect((await decide(app, admin, data._id, 'failed')).status).toBe(200);
  expect(await reservedOf(client)).toBe(0n);
});

test('an account with a request that may still be paid stays what it is', async () => {
  const rootBank = await makeBank(app, root);
  const client = await makeUser(app, root);
  const { data } = await askDeposit(app, client, rootBank, 1_000n);
  const change = (raw: object) =>
    app.call(users.update, { token: root.token, params: { id: client.id }, raw });
  const refused = 'This can change only while no request is pending or failed.';
  for (const status of ['pending', 'failed'] as const) {
    if (status === 'failed') await decide(app, root, data._id, status);
    expect((await change({ currency: 'INR' })).errors).toEqual({ currency: refused });
    expect((await change({ isDemo: true })).errors).toEqual({ isDemo: refused });
    expect((await change({ role: 'ADMIN' })).errors).toEqual({ role: refused });
    expect((await change({ name: 'Another' })).status).toBe(200);
  }
  const other = await makeUser(app, root);
  const taken = await askDeposit(app, other, rootBank, 1_000n);
  await cancel(app, other, taken.data._id);
  const params = { id: other.id };
  const raw = { currency: 'INR' };
  expect((await app.call(users.update, { token: root.token, params, raw })).status).toBe(200);
});

test('a request filed in another currency than the account’s is not paid', async () => {
  const client = await makeUser(app, root);
  const { data } = await askDeposit(app, client, await makeBank(app, root), 1_000n);
  // As if it was filed in the very moment in which the account was changed.
  const { id } = client;
  await sql`update users set currency = 'INR' where id = ${id}`.execute(app.db);
  const before = await ownBalance(app, root);
  expect((await decide(app, root, data._id, 'success')).status).toBe(409);
  expect(await ownBalance(app, root)).toBe(before);
  expect((await decide(app, root, data._id, 'failed')).status).toBe(200);
});

test('each step is kept with who took it, and cannot be changed', async () => {
  const client = await makeUser(app, admin, { balance: 2_000n });
  const { data } = await askWithdrawal(app, client, 2_000n);
  await app.call(cashRequests.resolve, {
    token: admin.token,
    body: { reqId: data._id, status: 'failed', note: 'No such account' },
  });
  await decide(app, root, data._id, 'pending');
  const { rows } = await sql`
    select from_status, to_status, actor_id, note from cash_request_steps
    where request_id = ${data._id} order by id`.execute(app.db);
  expect(rows).toEqual([
    { from_status: null, to_status: 'pending', actor_id: client.id, note: '' },
    { from_status: 'pending', to_status: 'failed', actor_id: admin.id, note: 'No such account' },
    { from_status: 'failed', to_status: 'pending', actor_id: root.id, note: '' },
  ]);
  await expect(sql`delete from cash_request_steps`.execute(app.db)).rejects.toThrow('append-only');
});

test('requests that are opened again count among the five that may be pending', async () => {
  const client = await makeUser(app, admin, { balance: 8_000n });
  const failed: bigint[] = [];
  for (let filed = 0; filed < 8; filed++) {
    const { data } = await askWithdrawal(app, client, 1_000n);
    expect((await decide(app, admin, data._id, 'failed')).status).toBe(200);
    failed.push(data._id);
  }
  const [last = 0n, ...others] = failed;
  const answers = await Promise.all([
    ...others.map((id) => decide(app, admin, id, 'pending')),
    askWithdrawal(app, client, 1_000n),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
  const { status, message } = await decide(app, admin, last, 'pending');
  const why = '5 requests of this client are pending. Decide on one of them first.';
  expect([status, message]).toEqual([409, why]);
  expect(await reservedOf(client)).toBe(5_000n);
  // To pay it straight away takes no place.
  expect((await decide(app, admin, last, 'success')).status).toBe(200);
});
