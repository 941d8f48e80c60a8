import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf, ownBalance } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function deposit(by: TestPerson, { id }: TestPerson, amount: bigint) {
  return app.call(transactions.deposit, { token: by.token, params: { id }, body: { amount } });
}

function withdraw(by: TestPerson, { id }: TestPerson, amount: bigint) {
  return app.call(transactions.withdraw, { token: by.token, params: { id }, body: { amount } });
}

test('a deposit moves money from the operator to the client', async () => {
  const client = await makeUser(app, root);
  const before = await ownBalance(app, root);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { userId: client.id, amount: 12_550n, remarks: 'first' },
  });
  expect(reply.status).toBe(200);
  expect(reply.message).toBe('Deposit successful!');
  expect(reply.data.balance).toBe(12_550n);
  expect(await ownBalance(app, root)).toBe(before - 12_550n);
});

test('a withdrawal moves money from the client to the operator', async () => {
  const client = await makeUser(app, root, { balance: 9_000n });
  const before = await ownBalance(app, root);
  const reply = await withdraw(root, client, 8_999n);
  expect(reply.status).toBe(200);
  expect(reply.message).toBe('Withdraw successful!');
  expect(reply.data.balance).toBe(1n);
  expect(await ownBalance(app, root)).toBe(before + 8_999n);
});

test('more than there is cannot be moved, in either direction, and the message says why', async () => {
  const admin = await makeAdmin(app, root, { currency: 'INR', balance: 10_000n });
  const client = await makeUser(app, admin, { balance: 2_550n });
  const before = await snapshot(app.db);
  const out = await withdraw(admin, client, 2_551n);
  expect([out.status, out.errors]).toEqual([
    400,
    { amount: 'Not enough balance: 25.50 INR available.' },
  ]);
  expect(out.message).toBe('Not enough balance: 25.50 INR available.');
  const into = await deposit(admin, client, 7_451n);
  expect(into.errors).toEqual({ amount: 'Not enough balance: 74.50 INR available.' });
  expect(await snapshot(app.db)).toBe(before);
});

test('a whole balance can be moved to the last cent and back', async () => {
  const admin = await makeAdmin(app, root, { balance: 333n });
  const client = await makeUser(app, admin);
  expect((await deposit(admin, client, 333n)).data.balance).toBe(333n);
  expect(await ownBalance(app, admin)).toBe(0n);
  expect((await withdraw(admin, client, 333n)).data.balance).toBe(0n);
  expect(await ownBalance(app, admin)).toBe(333n);
});

test('the account in the path and in the body must be the same', async () => {
  const [one, other] = [await makeUser(app, root), await makeUser(app, root)];
  const before = await snapshot(app.db);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: one.id },
    body: { userId: other.id, amount: 500n },
  });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['userId']]);
  const smuggled = await app.call(transactions.withdraw, {
    token: root.token,
    params: { id: one.id },
    raw: { userId: String(other.id), amount: 5 },
  });
  expect([smuggled.status, smuggled.errors]).toEqual([400, { userId: 'Unknown field.' }]);
  expect(await snapshot(app.db)).toBe(before);
});

test.each([
  0,
  0.99,
  -1,
  1.001,
  1.005,
  '1.000',
  1e15,
  '9007199254740993',
  '1e3',
  ' 9 ',
  '٥',
  '0x10',
  '',
  true,
  [7],
  { $numberDecimal: '7' },
  null,
])('an amount of %j is refused on its field', async (amount) => {
  const client = await makeUser(app, root);
  const before = await snapshot(app.db);
  for (const call of [transactions.deposit, transactions.withdraw]) {
    const options = { token: root.token, params: { id: client.id }, raw: { amount } };
    const reply = await app.call(call, options);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['amount']]);
  }
  expect(await snapshot(app.db)).toBe(before);
});

test.each([
  '1e3',
  '-0',
  '-0.0',
  '1.0000000000000001',
  '9007199254740993',
  '1E2',
  '5e0',
  '1e400',
  '123456789012345678901234567890',
])('an amount written as %s in the JSON is refused on its field', async (written) => {
  const client = await makeUser(app, root);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    raw: `{"amount": ${written}}`,
  });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['amount']]);
  expect(await balanceOf(app, root, client)).toBe(0n);
});

test.each([
  ['1', 100n],
  ['1.1', 110n],
  ['1.10', 110n],
  ['70.00', 7_000n],
  ['"4.35"', 435n],
  ['1.15', 115n],
  ['9999.99', 999_999n],
  ['100', 10_000n],
])('an amount written as %s is booked as %d minor units', async (written, minor) => {
  const client = await makeUser(app, root);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    raw: `{"amount": ${written}}`,
  });
  expect(reply.status).toBe(200);
  expect(await balanceOf(app, root, client)).toBe(minor);
});

test('forty withdrawals of 7 at the same time from 70 succeed exactly ten times', async () => {
  const client = await makeUser(app, root, { balance: 7_000n });
  const replies = await Promise.all(Array.from({ length: 40 }, () => withdraw(root, client, 700n)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
  const refused = replies.filter((reply) => reply.status !== 200);
  expect(refused.every((reply) => reply.status === 400)).toBe(true);
  expect(refused[0]?.errors.amount).toMatch(/^Not enough balance: \d+\.\d\d USD available\.$/);
  expect(await balanceOf(app, root, client)).toBe(0n);
});

test('of many who take the whole balance at the same time one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const client = await makeUser(app, root, { balance: 5_000n });
    const takes = Array.from({ length: 20 }, () => withdraw(root, client, 5_000n));
    const statuses = (await Promise.all(takes)).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  }
});

test('money that runs up and down the tree at the same time meets no deadlock and loses nothing', async () => {
  const admin = await makeAdmin(app, root, { balance: 100_000n });
  const client = await makeUser(app, admin, { balance: 50_000n });
  const moves = Array.from({ length: 30 }, (_, index) => [
    deposit(root, admin, 100n + BigInt(index)),
    withdraw(root, admin, 100n + BigInt(index)),
    deposit(admin, client, 200n + BigInt(index)),
    withdraw(admin, client, 200n + BigInt(index)),
  ]).flat();
  const statuses = (await Promise.all(moves)).map((reply) => reply.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await ownBalance(app, admin)).toBe(50_000n);
  expect(await balanceOf(app, admin, client)).toBe(50_000n);
});

test('two currencies never meet', async () => {
  const rupees = await makeUser(app, root, { currency: 'INR', balance: 1_000n });
  const before = [await ownBalance(app, root, 'USD'), await ownBalance(app, root, 'PKR')];
  const had = await ownBalance(app, root, 'INR');
  await deposit(root, rupees, 1_000n);
  expect(await ownBalance(app, root, 'INR')).toBe(had - 1_000n);
  expect([await ownBalance(app, root, 'USD'), await ownBalance(app, root, 'PKR')]).toEqual(before);
});

test('a suspended or locked client can still be paid and paid out by its operator', async () => {
  for (const status of ['suspended', 'locked'] as const) {
    const client = await makeUser(app, root, { status });
    expect((await deposit(root, client, 500n)).status).toBe(200);
    expect((await withdraw(root, client, 500n)).status).toBe(200);
  }
});

test('remarks of any script are kept as written, up to 500 characters', async () => {
  const client = await makeUser(app, root);
  const remarks = `"<b>50%_\\ ' ; -- 🎲 ${'х'.repeat(470)}`;
  const options = { token: root.token, params: { id: client.id } };
  await app.call(transactions.deposit, { ...options, body: { amount: 100n, remarks } });
  const { data } = await app.call(transactions.listStatement, {
    token: root.token,
    raw: { userId: String(client.id) },
  });
  expect(data.data[0]?.remarks).toBe(remarks);
  const long = { amount: 1, remarks: 'x'.repeat(501) };
  const refused = await app.call(transactions.deposit, { ...options, raw: long });
  expect(refused.errors).toEqual({ remarks: 'Enter at most 500 characters.' });
});
