import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  rehash,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDecidedCost } from '../test/password-cost.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function login(username: string, given = password) {
  return app.call(auth.login, { body: { username, password: given } });
}

test('a sign-in answers with a token and what the panel shows of the person', async () => {
  const admin = await makeAdmin(app, root, { currency: 'INR' });
  const reply = await login(admin.username);
  expect([reply.status, reply.message]).toEqual([200, 'Login successful']);
  expect(reply.data.userDetails).toEqual({
    _id: admin.id,
    username: admin.username,
    name: `Name of ${admin.username}`,
    role: 'ADMIN',
    currency: 'INR',
  });
  expect(reply.data.token).toMatch(/^[\w-]{43}$/);
  const { status } = await app.call(users.balance, { token: reply.data.token });
  expect(status).toBe(200);
});

test('a name is found without regard to case, a password only as it is', async () => {
  const admin = await makeAdmin(app, root);
  expect((await login(admin.username.toUpperCase())).status).toBe(200);
  expect((await login(admin.username, password.toUpperCase())).status).toBe(401);
});

test('each sign-in opens a session of its own', async () => {
  const admin = await makeAdmin(app, root);
  const [one, other] = [await login(admin.username), await login(admin.username)];
  expect(one.data.token).not.toBe(other.data.token);
  await app.call(auth.logout, { token: one.data.token });
  const left = await app.call(users.balance, { token: one.data.token });
  const live = await app.call(users.balance, { token: other.data.token });
  expect([left.status, live.status]).toEqual([401, 200]);
});

test('an unknown name, a wrong password and a deleted account look the same', async () => {
  const [admin, gone] = [await makeAdmin(app, root), await makeAdmin(app, root)];
  await markDeleted(app, gone);
  const replies = [
    await login('nobody-of-that-name', 'Wrong-horse-1'),
    await login(admin.username, 'Wrong-horse-1'),
    await login(gone.username, 'Wrong-horse-1'),
    await login((await makeUser(app, root)).username, 'Wrong-horse-1'),
  ];
  for (const { status, body, headers } of replies) {
    expect(status).toBe(401);
    expect(body).toEqual({ status: 'error', message: 'Invalid username or password.' });
    expect(Object.keys(headers)).toEqual(Object.keys(replies[0]?.headers ?? {}));
  }
});

test('an unknown name takes as long as a wrong password', async () => {
  let [unknown, wrong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // From another address each time: what is held up is refused immediately.
  const timeOf = async (username: string, address: string) => {
    const body = { username, password: 'Wrong-horse-1' };
    const before = process.cpuUsage();
    const reply = await app.call(auth.login, { body, headers: { 'x-forwarded-for': address } });
    const { user, system } = process.cpuUsage(before);
    expect(reply.status).toBe(401);
    return user + system;
  };
  const isAlike = () => unknown > wrong * 0.7 && unknown < wrong / 0.7;
  // The work itself, which a busy machine does not add to; the least of each tells what it takes.
  await atDecidedCost(async () => {
    for (let round = 0; round < 4 || (round < 25 && !isAlike()); round++) {
      const admin = await makeAdmin(app, root);
      await rehash(app, admin);
      unknown = Math.min(unknown, await timeOf(`nobody-is-called-${round}`, `10.4.0.${round}`));
      wrong = Math.min(wrong, await timeOf(admin.username, `10.4.1.${round}`));
    }
  });
  expect([unknown, wrong, isAlike()]).toEqual([unknown, wrong, true]);
});

test('a client is refused on the panel with a clear message', async () => {
  const client = await makeUser(app, root);
  const reply = await login(client.username);
  expect(reply.status).toBe(403);
  expect(reply.message).toBe('This panel is for operators. Clients cannot sign in here.');
});

test('a locked account, or one below a locked or deleted one, is refused', async () => {
  const [locked, gone] = [
    await makeAdmin(app, root, { balance: 20_000n }),
    await makeAdmin(app, root, { balance: 20_000n }),
  ];
  const below = [await makeDeepAdmin(app, locked, 1_000n), await makeDeepAdmin(app, gone, 1_000n)];
  await setStatus(app, locked, 'locked');
  await markDeleted(app, gone);
  for (const { username } of [locked, gone, ...below]) {
    const reply = await login(username);
    expect(reply.status).toBe(403);
    expect(reply.message).toBe('This account is locked. Please contact your operator.');
  }
});

test('a suspended ADMIN signs in and looks, but changes nothing', async () => {
  const admin = await makeAdmin(app, root, { status: 'suspended' });
  const { token } = (await login(admin.username)).data;
  expect((await app.call(users.list, { token })).status).toBe(200);
  const refused = await app.call(users.changePasswordByUser, {
    token,
    body: { currentPassword: password, newPassword: 'Battery-staple-2' },
  });
  expect(refused.status).toBe(403);
  expect((await app.call(auth.logout, { token })).status).toBe(200);
});

test('both fields are required', async () => {
  const reply = await app.call(auth.login, { raw: { username: '' } });
  expect(reply.status).toBe(400);
  expect(reply.errors).toEqual({
    username: 'This field is required.',
    password: 'This field is required.',
  });
});

test('logging out twice finds no session', async () => {
  const admin = await makeAdmin(app, root);
  const { token } = admin;
  const left = await app.call(auth.logout, { token });
  expect([left.status, left.message]).toEqual([200, 'Logged out successfully']);
  const again = await app.call(auth.logout, { token });
  expect([again.status, again.message]).toEqual([401, 'Session expired. Please log in again.']);
});
