import { auth } from '@pitboss/contract/auth';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function remove(by: TestPerson, { id }: TestPerson) {
  return app.call(users.remove, { token: by.token, params: { id } });
}

function restore(by: TestPerson, { id }: TestPerson) {
  return app.call(users.restore, { token: by.token, params: { id } });
}

function deposit(by: TestPerson, { id }: TestPerson, amount = 100n) {
  return app.call(transactions.deposit, { token: by.token, params: { id }, body: { amount } });
}

async function listed(by: TestPerson): Promise<bigint[]> {
  const { data } = await app.call(users.list, { token: by.token, raw: { length: 500 } });
  return data.data.map((user) => user._id);
}

async function listedDeleted(by: TestPerson): Promise<bigint[]> {
  const { data } = await app.call(users.listDeleted, { token: by.token });
  return data.map((user) => user._id);
}

test('a deleted client leaves the list, keeps its money and comes back with it', async () => {
  const client = await makeUser(app, root, { balance: 4_200n });
  const removed = await remove(root, client);
  expect([removed.status, removed.message]).toEqual([200, 'User deleted successfully!']);
  expect(await listed(root)).not.toContain(client.id);
  expect(await listedDeleted(root)).toContain(client.id);
  expect((await deposit(root, client)).status).toBe(404);
  expect((await remove(root, client)).status).toBe(404);

  const restored = await restore(root, client);
  expect([restored.status, restored.message]).toEqual([200, 'User restored successfully!']);
  expect(await listed(root)).toContain(client.id);
  expect(await listedDeleted(root)).not.toContain(client.id);
  expect(await balanceOf(app, root, client)).toBe(4_200n);
  expect((await deposit(root, client)).data.balance).toBe(4_300n);
});

test('a client that is not deleted cannot be restored', async () => {
  const client = await makeUser(app, root);
  const reply = await restore(root, client);
  expect([reply.status, reply.message]).toEqual([409, `${client.username} is not deleted.`]);
});

test('deleting an operator ends the sessions of its whole branch and locks it out', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const deep = await makeDeepAdmin(app, admin, 20_000n);
  const client = await makeUser(app, deep, { balance: 1_000n });
  await remove(root, admin);
  for (const { token } of [admin, deep]) {
    expect((await app.call(users.balance, { token })).status).toBe(401);
  }
  for (const { username } of [admin, deep]) {
    const reply = await app.call(auth.login, { body: { username, password } });
    expect([reply.status, reply.body.data]).toEqual([403, undefined]);
  }
  const seen = await app.call(users.profile, { token: root.token, body: { userId: client.id } });
  expect(seen.status).toBe(404);
});

test('restoring an operator brings its branch back, but not the old sessions', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const deep = await makeDeepAdmin(app, admin, 20_000n);
  const client = await makeUser(app, deep, { balance: 1_000n });
  await remove(root, admin);
  await restore(root, admin);
  expect((await app.call(users.balance, { token: deep.token })).status).toBe(401);
  const { data } = await app.call(auth.login, { body: { username: deep.username, password } });
  const again = { ...deep, token: data.token };
  expect(await balanceOf(app, again, client)).toBe(1_000n);
  expect((await deposit(again, client)).status).toBe(200);
});

test('the list of deleted clients holds the own ones only, the latest first', async () => {
  const [admin, other] = [await makeAdmin(app, root), await makeAdmin(app, root)];
  const [one, two] = [await makeUser(app, admin), await makeUser(app, admin)];
  const foreign = await makeUser(app, other);
  for (const [by, whom] of [
    [admin, two],
    [admin, one],
    [other, foreign],
  ] as const) {
    await remove(by, whom);
  }
  expect(await listedDeleted(admin)).toEqual([one.id, two.id]);
  expect(await listedDeleted(other)).toEqual([foreign.id]);
  const { data } = await app.call(users.listDeleted, { token: admin.token });
  expect(data[0]).toMatchObject({ username: one.username, role: 'USER', isDemo: false });
  expect(Math.abs((data[0]?.deletedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('deposits that race with a delete are all in or all out of the wallet', async () => {
  for (let round = 0; round < 8; round++) {
    const client = await makeUser(app, root);
    const [removed, ...deposits] = await Promise.all([
      remove(root, client),
      ...Array.from({ length: 6 }, () => deposit(root, client)),
    ]);
    expect(removed.status).toBe(200);
    const paid = deposits.filter((reply) => reply.status === 200);
    expect(deposits.every(({ status }) => status === 200 || status === 404)).toBe(true);
    await restore(root, client);
    expect(await balanceOf(app, root, client)).toBe(BigInt(paid.length) * 100n);
  }
});

test('of two who delete at the same time one does it', async () => {
  const client = await makeUser(app, root);
  const replies = await Promise.all([remove(root, client), remove(root, client)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404]);
});
