import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDecidedCost } from '../test/password-cost.ts';
import { newUser } from '../test/sample-requests.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { isCommonPassword } from './guessable-passwords.ts';
import { hashPassword, isOutdatedHash } from './password.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

const tooCommon = 'This password is too common. Please choose another.';

test.each([
  'password1',
  'PASSWORD1',
  'qwertyuiop',
  '123456789',
  'iloveyou',
  'baseball',
  'superman',
])('nobody is given the password %s', async (common) => {
  const { token } = root;
  const added = await app.call(users.add, { token, raw: { ...newUser(), password: common } });
  expect([added.status, added.errors]).toEqual([400, { password: tooCommon }]);
  const client = await makeUser(app, root);
  const byParent = { parentPassword: password, newPassword: common, userId: client.id };
  const set = await app.call(users.changePasswordByParent, { token, body: byParent });
  expect([set.status, set.errors]).toEqual([400, { newPassword: tooCommon }]);
  const own = { currentPassword: password, newPassword: common };
  const changed = await app.call(users.changePasswordByUser, { token, body: own });
  expect([changed.status, changed.errors]).toEqual([400, { newPassword: tooCommon }]);
});

test('nor its own name', async () => {
  const raw = { ...newUser(), username: 'Long-Enough', password: 'long-enough' };
  const added = await app.call(users.add, { token: root.token, raw });
  expect(added.errors).toEqual({ password: tooCommon });
  const { token, ...admin } = await makeAdmin(app, root, { username: 'Admin-Long-Enough' });
  const own = { currentPassword: password, newPassword: 'ADMIN-long-enough' };
  const changed = await app.call(users.changePasswordByUser, { token, body: own });
  expect([changed.status, changed.errors]).toEqual([400, { newPassword: tooCommon }]);
  const byParent = { parentPassword: password, newPassword: own.newPassword, userId: admin.id };
  const set = await app.call(users.changePasswordByParent, { token: root.token, body: byParent });
  expect([set.status, set.errors]).toEqual([400, { newPassword: tooCommon }]);
});

test('nor, by its parent, the name that it was given a moment ago', async () => {
  const { id } = await makeUser(app, root);
  const call = { token: root.token, params: { id } };
  await app.call(users.update, { ...call, body: { username: 'Named-Anew' } });
  const byParent = { parentPassword: password, newPassword: 'named-anew', userId: id };
  const set = await app.call(users.changePasswordByParent, { ...call, body: byParent });
  expect([set.status, set.errors]).toEqual([400, { newPassword: tooCommon }]);
});

test('long ones, spaces and other scripts are taken as they are', async () => {
  for (const chosen of [
    'x'.repeat(128),
    'four words in a row',
    'Пароль-для-входа',
    '密碼密碼密碼密碼',
  ]) {
    expect(await isCommonPassword(chosen)).toBe(false);
    const raw = { ...newUser(), password: chosen };
    expect((await app.call(users.add, { token: root.token, raw })).status).toBe(201);
  }
});

test('wrong current and parent passwords are slowed, and the session goes on', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const { token } = admin;
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const own = { currentPassword: 'Wrong-horse-1', newPassword: 'Another-horse-2' };
    statuses.push((await app.call(users.changePasswordByUser, { token, body: own })).status);
    const set = {
      parentPassword: 'Wrong-horse-1',
      newPassword: 'Another-horse-2',
      userId: client.id,
    };
    statuses.push((await app.call(users.changePasswordByParent, { token, body: set })).status);
  }
  const right = { currentPassword: password, newPassword: 'Another-horse-2' };
  const held = await app.call(users.changePasswordByUser, { token, body: right });
  expect([...statuses, held.status]).toEqual([400, 400, 400, 400, 400, 429, 429]);
  expect(Number(held.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await app.call(users.balance, { token })).status).toBe(200);
  await app.db.deleteFrom('sign_in_failures').execute();
  expect((await app.call(users.changePasswordByUser, { token, body: right })).status).toBe(200);
});

test('a hash of another cost is known as one', async () => {
  const cheap = await hashPassword(password);
  expect(isOutdatedHash(cheap)).toBe(false);
  await atDecidedCost(async () => {
    const hash = await hashPassword(password);
    expect(isOutdatedHash(hash)).toBe(false);
    expect(isOutdatedHash(hash.replace('m=19456', 'm=9216'))).toBe(true);
    expect(isOutdatedHash(cheap)).toBe(true);
    expect(isOutdatedHash('$2b$10$something')).toBe(true);
  });
});
