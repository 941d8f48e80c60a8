import { users } from '@pitboss/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSuper, makeUser, type TestPerson } from '../test/people.ts';
import { newUser } from '../test/sample-requests.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  for (const username of ['Admin-Oil', 'modern.wave']) await makeUser(app, root, { username });
});

afterAll(() => app.close());

const add = (username: string) =>
  app.call(users.add, { token: root.token, raw: { ...newUser(), username } });

test.each(['adm1n-oil', 'ADMIN-0IL', 'Admin-0i1', 'adrnin-oil', 'modem.wave', 'modern.vvave'])(
  '%s looks like a name that is taken, and is refused',
  async (username) => {
    const { status, errors } = await add(username);
    const looksLike = 'This username looks like one that is already taken.';
    expect([status, errors]).toEqual([400, { username: looksLike }]);
  },
);

test('the very name is taken, and one that only has the same letters is not', async () => {
  expect((await add('admin-oil')).errors).toEqual({ username: 'This username is already taken.' });
  for (const username of ['admin_oil', 'admin-oil2', 'oil-admin']) {
    expect((await add(username)).status).toBe(201);
  }
});

test.each(['аdmin-oil', 'ａdmin', 'ad​min', '‮nimda', 'admin ', '.', 'ab', 'x'.repeat(33)])(
  'letters that only look like ours are no username: %j',
  async (username) => {
    expect((await add(username)).status).toBe(400);
  },
);

test('an account keeps or varies its own name, and takes no look-alike of another', async () => {
  const { id } = await makeUser(app, root, { username: 'Billy' });
  const rename = (username: string) =>
    app.call(users.update, { token: root.token, params: { id }, body: { username } });
  expect((await rename('bi11y')).status).toBe(200);
  expect((await rename('adm1n-oil')).status).toBe(400);
});

test('of two look-alikes at once one is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const replies = await Promise.all([add(`pair-l${round}x`), add(`pair-i${round}x`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400]);
  }
});
