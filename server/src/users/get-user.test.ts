import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function profile(by: TestPerson, { id }: TestPerson) {
  return app.call(users.profile, { token: by.token, body: { userId: id } });
}

test('a profile holds what the screen shows and nothing secret', async () => {
  const admin = await makeAdmin(app, root, { currency: 'PKR', balance: 12_345n });
  const { data, body } = await profile(root, admin);
  expect(data).toMatchObject({
    _id: admin.id,
    username: admin.username,
    name: `Name of ${admin.username}`,
    role: 'ADMIN',
    currency: 'PKR',
    balance: 12_345n,
    exposure: 0n,
    status: 'active',
    isDemo: false,
    parent: root.id,
  });
  expect(body.data).toMatchObject({ _id: String(admin.id), balance: 123.45 });
  expect(JSON.stringify(body)).not.toMatch(/password|argon2|token|hash/i);
});

test('a profile says whether one is signed in and since when', async () => {
  const admin = await makeAdmin(app, root);
  await app.call(auth.logout, { token: admin.token });
  expect((await profile(root, admin)).data.isLoggedIn).toBe(false);
  await app.call(auth.login, { body: { username: admin.username, password } });
  const { data } = await profile(root, admin);
  expect(data.isLoggedIn).toBe(true);
  expect(Math.abs((data.lastLoginAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('a profile is seen from any height above', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const client = await makeUser(app, admin, { balance: 250n });
  for (const viewer of [root, admin]) {
    expect((await profile(viewer, client)).data).toMatchObject({ parent: admin.id, balance: 250n });
  }
});
