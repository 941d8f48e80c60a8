import { auth } from '@pitboss/contract/auth';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDecidedCost } from '../test/password-cost.ts';
import { newUser } from '../test/sample-requests.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
const newPassword = 'Battery-staple-2';

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function byParent(by: TestPerson, { id }: TestPerson, parentPassword = password) {
  const body = { userId: id, parentPassword, newPassword };
  return app.call(users.changePasswordByParent, { token: by.token, body });
}

function byUser(token: string, currentPassword = password) {
  return app.call(users.changePasswordByUser, { token, body: { currentPassword, newPassword } });
}

async function isSignedIn(token: string): Promise<boolean> {
  return (await app.call(users.balance, { token })).status === 200;
}

async function entersWith({ username }: TestPerson, given: string): Promise<number> {
  return (await app.call(auth.login, { body: { username, password: given } })).status;
}

test("a parent sets a client's password, which ends every session of the client", async () => {
  const admin = await makeAdmin(app, root);
  const second = await openTestSession(app, admin.id);
  const reply = await byParent(root, admin);
  expect([reply.status, reply.message]).toEqual([200, 'Password changed successfully!']);
  expect([await isSignedIn(admin.token), await isSignedIn(second)]).toEqual([false, false]);
  expect(await entersWith(admin, password)).toBe(401);
  expect(await entersWith(admin, newPassword)).toBe(200);
  expect(await isSignedIn(root.token)).toBe(true);
});

test("a wrong parent's password is an error of its field and never ends a session", async () => {
  const admin = await makeAdmin(app, root);
  const before = await snapshot(app.db);
  const reply = await byParent(root, admin, 'Wrong-horse-1');
  expect(reply.status).toBe(400);
  expect(reply.errors).toEqual({ parentPassword: 'This password is not right.' });
  expect(await snapshot(app.db)).toBe(before);
  expect([await isSignedIn(root.token), await isSignedIn(admin.token)]).toEqual([true, true]);
});

test('a change of the own password ends the other sessions and keeps the one in use', async () => {
  const admin = await makeAdmin(app, root);
  const second = await openTestSession(app, admin.id);
  const reply = await byUser(admin.token);
  expect([reply.status, reply.message]).toEqual([200, 'Password changed successfully!']);
  expect([await isSignedIn(admin.token), await isSignedIn(second)]).toEqual([true, false]);
  expect(await entersWith(admin, password)).toBe(401);
  expect(await entersWith(admin, newPassword)).toBe(200);
});

test('a wrong current password is an error of its field and never ends a session', async () => {
  const admin = await makeAdmin(app, root);
  const reply = await byUser(admin.token, newPassword);
  expect(reply.status).toBe(400);
  expect(reply.errors).toEqual({ currentPassword: 'This password is not right.' });
  expect(await isSignedIn(admin.token)).toBe(true);
});

test('a client changes its own password at its own door', async () => {
  const client = await makeUser(app, root);
  const second = await openTestSession(app, client.id);
  const change = (currentPassword: string, chosen = newPassword) =>
    app.call(player.changePassword, {
      token: client.token,
      body: { currentPassword, newPassword: chosen },
    });
  const wrong = await change(newPassword);
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['currentPassword']]);
  const common = await change(password, 'password1');
  expect([common.status, Object.keys(common.errors)]).toEqual([400, ['newPassword']]);
  const reply = await change(password);
  expect([reply.status, reply.message]).toEqual([200, 'Password changed successfully!']);
  const mine = async (token: string) => (await app.call(player.me, { token })).status;
  expect([await mine(client.token), await mine(second)]).toEqual([200, 401]);
  const enter = async (given: string) => {
    const body = { username: client.username, password: given };
    return (await app.call(player.login, { body })).status;
  };
  expect([await enter(password), await enter(newPassword)]).toEqual([401, 200]);
});

test('a new password has 8 to 128 characters', async () => {
  const client = await makeUser(app, root);
  for (const wrong of ['1234567', 'x'.repeat(129), '']) {
    const reply = await app.call(users.changePasswordByParent, {
      token: root.token,
      raw: { userId: String(client.id), parentPassword: password, newPassword: wrong },
    });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['newPassword']]);
  }
});

test('passwords of any script are kept as they are typed', async () => {
  const admin = await makeAdmin(app, root);
  const unusual = ' пароль 🔑 密码 ';
  await app.call(users.changePasswordByParent, {
    token: root.token,
    body: { userId: admin.id, parentPassword: password, newPassword: unusual },
  });
  expect(await entersWith(admin, unusual.trim())).toBe(401);
  expect(await entersWith(admin, unusual)).toBe(200);
});

test('passwords are kept only as argon2id at the cost that was decided', async () => {
  const own = await makeAdmin(app, root);
  const given = await makeUser(app, root);
  const renewed = await makeAdmin(app, root);
  const added = newUser();
  await atDecidedCost(async () => {
    expect((await byUser(own.token)).status).toBe(200);
    expect((await byParent(root, given)).status).toBe(200);
    expect(await entersWith(renewed, password)).toBe(200);
    expect((await app.call(users.add, { token: root.token, raw: added })).status).toBe(201);
  });
  const names = [own, given, renewed, added].map(({ username }) => String(username));
  const stored = app.db.selectFrom('users').select('password_hash').where('username', 'in', names);
  const hashes = (await stored.execute()).map((row) => row.password_hash);
  expect(hashes).toHaveLength(4);
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  }
  const { data } = await app.call(users.list, { token: root.token, raw: { length: 500 } });
  expect(JSON.stringify(data, (_, one) => (typeof one === 'bigint' ? '' : one))).not.toMatch(
    /argon2|password/i,
  );
});
