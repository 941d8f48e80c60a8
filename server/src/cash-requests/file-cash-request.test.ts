import { banks } from '@pitboss/contract/banks';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, askDeposit, askWithdrawal, decide, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 100_000n });
});

afterAll(() => app.close());

test('a withdrawal is reserved from the moment it is filed, and not more than there is', async () => {
  const client = await makeUser(app, admin, { balance: 5_000n });
  expect((await askWithdrawal(app, client, 3_000n)).status).toBe(201);
  expect(await balanceOf(app, root, client)).toBe(2_000n);
  const refused = await askWithdrawal(app, client, 2_001n);
  expect(refused.status).toBe(400);
  expect(refused.errors.amount).toBe('Not enough balance: 20.00 USD available.');
});

test('of many withdrawals at the same time only as many are filed as the money allows', async () => {
  const client = await makeUser(app, admin, { balance: 3_000n });
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => askWithdrawal(app, client, 1_000n)),
  );
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3);
  expect(await balanceOf(app, root, client)).toBe(0n);
});

test('five requests of a client may be pending, also when many come at the same time', async () => {
  const bankId = await makeBank(app, admin);
  const [client, other] = [
    await makeUser(app, admin, { balance: 10_000n }),
    await makeUser(app, admin),
  ];
  const filed = await askDeposit(app, client, bankId, 500n);
  expect(filed.status).toBe(201);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => askWithdrawal(app, client, 1_000n)),
  );
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(4);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect([reply.status, reply.message]).toEqual([
      409,
      '5 of your requests are pending. Wait for a decision, or cancel one.',
    ]);
  }
  expect(await balanceOf(app, root, client)).toBe(6_000n);
  expect((await askDeposit(app, client, bankId, 500n)).status).toBe(409);
  expect((await askDeposit(app, other, bankId, 500n)).status).toBe(201);
  await decide(app, admin, filed.data._id, 'failed');
  expect((await askWithdrawal(app, client, 1_000n)).status).toBe(201);
  expect((await askWithdrawal(app, client, 1_000n)).status).toBe(409);
});

test('the key of the fifth request answers again and is not counted as a sixth', async () => {
  const client = await makeUser(app, admin, { balance: 6_000n });
  const ask = (key: string) =>
    app.call(player.requestWithdraw, {
      token: client.token,
      body: { amount: 1_000n, bank: account },
      headers: { 'idempotency-key': key },
    });
  const replies = [];
  for (const key of ['1', '2', '3', '4', '5', '5', '6']) replies.push(await ask(`request-${key}`));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 409]);
  expect(replies[5]?.body).toEqual(replies[4]?.body);
});

test('a deposit above the bank’s maximum is refused on its amount', async () => {
  const bankId = await makeBank(app, admin, { maxAmount: 10_000n });
  const client = await makeUser(app, admin);
  expect((await askDeposit(app, client, bankId, 10_000n)).status).toBe(201);
  const refused = await askDeposit(app, client, bankId, 10_001n);
  expect(refused.status).toBe(400);
  expect(refused.errors.amount).toBe('This bank takes at most 100.00 at once.');
});

test('a bank takes as many deposits a day as its limit says, also when many come at the same time', async () => {
  const bankId = await makeBank(app, admin, { limits: 3 });
  const clients: TestPerson[] = [];
  for (let index = 0; index < 8; index++) clients.push(await makeUser(app, admin));
  const replies = await Promise.all(clients.map((client) => askDeposit(app, client, bankId, 500n)));
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3);
  const refused = replies.find((reply) => reply.status !== 201);
  expect(refused?.errors.bankId).toBe('This bank takes no more deposits today.');
});

test('clients see and pay only active banks of their own operator', async () => {
  const other = await makeAdmin(app, root);
  const foreign = await makeBank(app, other);
  const mine = await makeBank(app, other);
  const client = await makeUser(app, other);
  for (const body of [{ status: 'blocked' as const }, { isDeleted: true }]) {
    await app.call(banks.update, { token: other.token, params: { id: foreign }, body });
    expect((await askDeposit(app, client, foreign, 500n)).errors.bankId).toBeDefined();
    const shown = await app.call(player.banks, { token: client.token });
    expect(shown.data.map((bank) => bank._id)).toEqual([mine]);
  }
  const restored = { status: 'active' as const, isDeleted: false };
  await app.call(banks.update, { token: other.token, params: { id: foreign }, body: restored });
  expect((await askDeposit(app, client, foreign, 500n)).status).toBe(201);
  const stranger = await makeUser(app, admin);
  expect((await askDeposit(app, stranger, foreign, 500n)).status).toBe(400);
});

test('demo accounts cannot withdraw, suspended ones file nothing', async () => {
  const demo = await makeUser(app, admin, { isDemo: true, balance: 5_000n });
  expect((await askWithdrawal(app, demo, 1_000n)).status).toBe(409);
  const suspended = await makeUser(app, admin, { status: 'suspended', balance: 5_000n });
  const bankId = await makeBank(app, admin);
  expect((await askWithdrawal(app, suspended, 1_000n)).status).toBe(403);
  expect((await askDeposit(app, suspended, bankId, 1_000n)).status).toBe(403);
  expect((await app.call(player.me, { token: suspended.token })).data.status).toBe('suspended');
});

test('a client’s history is its own, newest first, page by page', async () => {
  const client = await makeUser(app, admin, { balance: 50_000n });
  await askWithdrawal(app, await makeUser(app, admin, { balance: 5_000n }), 1_000n);
  const ids: bigint[] = [];
  for (let index = 0; index < 5; index++) {
    ids.unshift((await askWithdrawal(app, client, 1_000n)).data._id);
  }
  const { token } = client;
  const first = await app.call(player.listRequests, { token, body: { limit: 3 } });
  const before = first.data.at(-1)?._id;
  const second = await app.call(player.listRequests, { token, body: { limit: 3, before } });
  expect([...first.data, ...second.data].map((one) => one._id)).toEqual(ids);
});

test('account numbers of a request stand in the audit record by their last four only', async () => {
  const client = await makeUser(app, admin, { balance: 5_000n });
  await askWithdrawal(app, client, 1_000n);
  const { rows } = await sql<{ text: string }>`
    select coalesce(before::text, '') || coalesce(after::text, '') as text
    from audit_events`.execute(app.db);
  const all = rows.map((row) => row.text).join('\n');
  expect(all).toContain('…3344');
  expect(all).not.toContain(account.accountNumber);
  expect(all).not.toContain(account.IBAN);
});

test('a client that was deleted or locked has no session to file with', async () => {
  const client = await makeUser(app, admin, { balance: 5_000n });
  const params = { id: client.id };
  await app.call(users.update, { token: admin.token, params, body: { status: 'locked' } });
  expect((await askWithdrawal(app, client, 1_000n)).status).toBe(401);
});
