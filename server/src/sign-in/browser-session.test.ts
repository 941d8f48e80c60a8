import { auth } from '@pitboss/contract/auth';
import { player } from '@pitboss/contract/player';
import { sessions } from '@pitboss/contract/sessions';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 90_000n });
});

afterAll(() => app.close());

const ourPage = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Browser 1.0' };

async function signIn(headers: Record<string, string>, username = admin.username) {
  const reply = await app.call(auth.login, { body: { username, password }, headers });
  const cookie = reply.headers['set-cookie'];
  return { token: reply.data.token, cookie: typeof cookie === 'string' ? cookie : undefined };
}

/** As a browser sends it back: the name and the value. */
function sentBack(cookie: string | undefined): Record<string, string> {
  return { cookie: `other=1; ${cookie?.split(';')[0]}` };
}

async function statusOf(token: string, headers: Record<string, string> = {}): Promise<number> {
  return (await app.call(users.balance, { token, headers })).status;
}

const overTls = { 'x-forwarded-proto': 'https' };

test('a browser is given a cookie that no script and no other site can use', async () => {
  const { cookie } = await signIn({ ...ourPage, ...overTls });
  expect(cookie).toMatch(
    /^__Host-pitboss=[\w-]{43}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Strict$/,
  );
  // Safari drops a Secure cookie on http://localhost, and would be thrown out with the next call.
  const plain = await signIn(ourPage);
  expect(plain.cookie).toMatch(
    /^pitboss=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  expect(await statusOf(plain.token, sentBack(plain.cookie))).toBe(200);
  // Behind TLS a plain cookie may have been planted: it counts for nothing.
  expect(await statusOf(plain.token, { ...overTls, ...sentBack(plain.cookie) })).toBe(401);
  const kept = await app.db.selectFrom('sessions').select('cookie_hash').execute();
  const secret = cookie?.slice('__Host-pitboss='.length, '__Host-pitboss='.length + 43) ?? '';
  for (const { cookie_hash } of kept) expect(String(cookie_hash)).not.toContain(secret);
});

test('a token that was stolen from a browser is worth nothing without its cookie', async () => {
  const { token, cookie } = await signIn(ourPage);
  const other = await signIn(ourPage);
  expect(await statusOf(token, sentBack(cookie))).toBe(200);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(token, sentBack(other.cookie))).toBe(401);
  expect(await statusOf(token, { cookie: 'pitboss=' })).toBe(401);
  expect(await statusOf('', sentBack(cookie))).toBe(401);
  // Without the guard the same token opens the door: so the test would notice.
  await app.db.updateTable('sessions').set({ cookie_hash: null }).execute();
  expect(await statusOf(token)).toBe(200);
});

test('a stolen token moves no money either, in one statement or the plain way', async () => {
  const { token, cookie } = await signIn(ourPage);
  const client = await makeUser(app, admin, { balance: 500n });
  const deposit = { token, params: { id: client.id }, body: { amount: 100n } };
  expect((await app.call(transactions.deposit, deposit)).status).toBe(401);
  const whole = { ...deposit, headers: sentBack(cookie) };
  expect((await app.call(transactions.deposit, whole)).data.balance).toBe(600n);
});

test.each([
  ['without a browser', {}],
  ['from a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['from an address that was typed in', { 'sec-fetch-site': 'none' }],
])('a sign-in %s opens a plain session', async (_, headers) => {
  const { token, cookie } = await signIn(headers);
  expect(cookie).toBeUndefined();
  expect(await statusOf(token)).toBe(200);
});

test('two sessions of one browser live side by side', async () => {
  const first = await signIn(ourPage);
  const second = await signIn({ ...ourPage, ...sentBack(first.cookie) });
  expect(second.cookie).toBe(first.cookie);
  for (const { token } of [first, second]) {
    expect(await statusOf(token, sentBack(second.cookie))).toBe(200);
  }
});

test('a cookie that is none of ours is replaced', async () => {
  for (const value of ['xxxx', 'x'.repeat(44), `${'x'.repeat(42)}!`]) {
    const { cookie } = await signIn({ ...ourPage, cookie: `__Host-pitboss=${value}` });
    expect(cookie).not.toContain(value);
  }
});

test("a client's browser is bound as well", async () => {
  const client = await makeUser(app, admin);
  const given = { body: { username: client.username, password }, headers: ourPage };
  const reply = await app.call(player.login, given);
  const { token } = reply.data;
  expect((await app.call(player.me, { token })).status).toBe(401);
  const headers = sentBack(String(reply.headers['set-cookie']));
  expect((await app.call(player.me, { token, headers })).status).toBe(200);
});

test('sessions are listed with where they are, and ended by their owner immediately', async () => {
  const own = await makeAdmin(app, root);
  const [here, there] = [await signIn({}, own.username), await signIn(ourPage, own.username)];
  const shown = async () => (await app.call(sessions.list, { token: here.token })).data;
  expect(await shown()).toMatchObject([
    { agent: 'Browser 1.0', address: '127.0.0.1', isCurrent: false },
    { agent: 'lightMyRequest', isCurrent: true },
    { agent: 'test', address: 'test', isCurrent: false },
  ]);
  const [newest] = await shown();
  const ended = await app.call(sessions.end, {
    token: here.token,
    params: { id: newest?._id ?? 0n },
  });
  expect([ended.status, ended.message]).toEqual([200, 'Session ended.']);
  expect(await statusOf(there.token, sentBack(there.cookie))).toBe(401);
  const again = { token: here.token, params: { id: newest?._id ?? 0n } };
  expect((await app.call(sessions.end, again)).status).toBe(404);
  const others = await app.call(sessions.endOthers, { token: here.token });
  expect([others.data.ended, (await shown()).length]).toEqual([1, 1]);
  expect([await statusOf(own.token), await statusOf(here.token)]).toEqual([401, 200]);
});

test('a session that is idle, expired or ended is not listed', async () => {
  const own = await makeAdmin(app, root);
  const past = new Date(Date.now() - 31 * 60_000);
  await signIn({}, own.username);
  const newest = app.db.selectFrom('sessions').select('id').where('user_id', '=', own.id);
  const { id } = await newest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const change = app.db.updateTable('sessions').where('id', '=', id);
  for (const spoilt of [{ last_used_at: past }, { last_used_at: new Date(), expires_at: past }]) {
    await change.set(spoilt).execute();
    expect((await app.call(sessions.list, { token: own.token })).data).toHaveLength(1);
  }
});
