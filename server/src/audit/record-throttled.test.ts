import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { recordDueThrottled } from './record-throttled.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

async function login(username: string, address: string, given = 'Wrong-horse-1') {
  const headers = { 'x-forwarded-for': address };
  const body = { username, password: given };
  return (await app.call(auth.login, { body, headers })).status;
}

/** Somebody whose name is held up for longer than this test takes. */
async function makeHeldUp(): Promise<TestPerson> {
  const admin = await makeAdmin(app, root);
  for (let round = 0; round < 5; round++) {
    expect(await login(admin.username, `10.1.0.${round}`)).toBe(401);
  }
  await sql`update sign_in_failures set blocked_until = now() + interval '1 hour'
    where blocked_until > now()`.execute(app.db);
  return admin;
}

async function throttle(username: string, count: number, address = '10.2.0.1'): Promise<void> {
  const tries = Array.from({ length: count }, () => login(username, address));
  expect(await Promise.all(tries)).toEqual(Array(count).fill(429));
}

function eventsOf(actorName: string) {
  return app.db
    .selectFrom('audit_events')
    .select(['message', 'target_kind', 'target_id', 'address', 'action', 'outcome'])
    .where('actor_name', '=', actorName)
    .where('message', 'like', 'Too many%')
    .orderBy('id')
    .execute();
}

const messagesOf = async (actorName: string) =>
  (await eventsOf(actorName)).map(({ message }) => message);

/** Lets a minute pass without waiting for it. */
async function passMinute(): Promise<void> {
  await sql`update sign_in_failures set throttled_at = throttled_at - interval '1 minute'`.execute(
    app.db,
  );
}

const words = 'Too many wrong tries. Please wait and try again.';

test('of tries that are refused unseen one comes on record a minute, with their number', async () => {
  const { username, id } = await makeHeldUp();
  await throttle(username, 100);
  expect(await eventsOf(username)).toEqual([
    {
      message: words,
      target_kind: 'user',
      target_id: id,
      address: '10.2.0.1',
      action: 'auth.login',
      outcome: 'refused',
    },
  ]);
  await passMinute();
  await throttle(username, 1);
  expect(await messagesOf(username)).toEqual([words, `${words} (100 times)`]);
});

test('the last of them come on record though no other follows', async () => {
  const { username } = await makeHeldUp();
  await throttle(username, 7);
  await recordDueThrottled(app.db);
  expect(await messagesOf(username)).toEqual([words]);
  await passMinute();
  await Promise.all(Array.from({ length: 5 }, () => recordDueThrottled(app.db)));
  expect(await messagesOf(username)).toEqual([words, `${words} (6 times)`]);
  await passMinute();
  await recordDueThrottled(app.db);
  expect(await messagesOf(username)).toHaveLength(2);
});

test('they come on record though the right password came in between', async () => {
  const { username } = await makeHeldUp();
  await throttle(username, 3);
  await sql`update sign_in_failures set blocked_until = now()
    where throttled > 0`.execute(app.db);
  expect(await login(username, '10.2.0.2', password)).toBe(200);
  await passMinute();
  await recordDueThrottled(app.db);
  expect(await messagesOf(username)).toEqual([words, `${words} (2 times)`]);
});

test('what an address holds up is told of the address and of nobody', async () => {
  for (let round = 0; round < 30; round++) {
    expect(await login(`nobody-${round}`, '10.3.0.1')).toBe(401);
  }
  await sql`update sign_in_failures set blocked_until = now() + interval '1 hour'
    where blocked_until > now()`.execute(app.db);
  await throttle(root.username, 5, '10.3.0.1');
  await throttle('nobody-at-all', 5, '10.3.0.1');
  await passMinute();
  await recordDueThrottled(app.db);
  expect(await messagesOf(root.username)).toEqual([]);
  expect(await eventsOf('(any name)')).toMatchObject([
    { message: words, target_id: null, address: '10.3.0.1' },
    { message: `${words} (9 times)`, target_id: null, address: '10.3.0.1' },
  ]);
});

test('a day after the last wrong try it is forgotten, and not before it is on record', async () => {
  const { username } = await makeHeldUp();
  await throttle(username, 2);
  await sql`update sign_in_failures set last_failed_at = now() - interval '25 hours',
    blocked_until = now()`.execute(app.db);
  await recordDueThrottled(app.db);
  const left = await app.db.selectFrom('sign_in_failures').select('throttled').execute();
  expect(left).toEqual([{ throttled: 1 }]);
  await passMinute();
  await recordDueThrottled(app.db);
  await recordDueThrottled(app.db);
  expect(await app.db.selectFrom('sign_in_failures').select('subject').execute()).toEqual([]);
  expect(await messagesOf(username)).toEqual([words, words]);
});

test('calls of somebody with a session that come too often are told of once a minute too', async () => {
  const { id, token, username } = await makeAdmin(app, root);
  const body = { currentPassword: 'Wrong-horse-1', newPassword: 'Another-horse-2' };
  const guess = async () => (await app.call(users.changePasswordByUser, { token, body })).status;
  for (let free = 0; free < 5; free++) expect(await guess()).toBe(400);
  await sql`update sign_in_failures set blocked_until = now() + interval '1 hour'
    where blocked_until > now()`.execute(app.db);
  const refused = await Promise.all(Array.from({ length: 12 }, guess));
  expect(refused).toEqual(Array(12).fill(429));
  expect(await messagesOf(username)).toEqual([words]);
  await passMinute();
  await recordDueThrottled(app.db);
  expect(await messagesOf(username)).toEqual([words, `${words} (11 times)`]);
  const { actor_id, actor_role, action } = await app.db
    .selectFrom('audit_events')
    .select(['actor_id', 'actor_role', 'action'])
    .where('message', 'like', '%(11 times)')
    .executeTakeFirstOrThrow();
  expect([actor_id, actor_role, action]).toEqual([id, 'ADMIN', 'users.changePasswordByUser']);
});
