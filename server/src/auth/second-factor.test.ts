import { auth } from '@pitboss/contract/auth';
import { player } from '@pitboss/contract/player';
import { secondFactor } from '@pitboss/contract/second-factor';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveFactor } from '../test/second-factor.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function signIn({ username }: TestPerson, code?: string, given = password): Promise<Reply> {
  const body = { username, password: given, ...(code === undefined ? {} : { code }) };
  return app.call(auth.login, { body }) as Promise<Reply>;
}

async function makeGuarded() {
  const person = await makeAdmin(app, root);
  return { person, factor: await giveFactor(app, person) };
}

const asked = 'Enter the code of your authenticator app, or a recovery code.';
const wrong = 'This code is not right, or was used before.';

test('a right password without a code opens nothing and says what is missing', async () => {
  const { person, factor } = await makeGuarded();
  const reply = await signIn(person);
  expect([reply.status, reply.body]).toEqual([
    401,
    { status: 'error', message: asked, errors: { code: asked } },
  ]);
  expect((await signIn(person, factor.code())).status).toBe(200);
  const stranger = await signIn(person, factor.code(1), 'Wrong-horse-1');
  expect(stranger.body).toEqual({ status: 'error', message: 'Invalid username or password.' });
});

test('who has no second factor signs in as ever, with or without a code', async () => {
  const person = await makeAdmin(app, root);
  expect([(await signIn(person)).status, (await signIn(person, '123456')).status]).toEqual([
    200, 200,
  ]);
});

test('codes of the steps beside the present one count, those further off do not', async () => {
  for (const [steps, status] of [
    [-3, 401],
    [3, 401],
    [0, 200],
  ] as const) {
    const { person, factor } = await makeGuarded();
    expect([steps, (await signIn(person, factor.code(steps))).status]).toEqual([steps, status]);
  }
});

test('a code counts once, and so does what came before it', async () => {
  const { person, factor } = await makeGuarded();
  const code = factor.code();
  const before = factor.code(-1);
  expect((await signIn(person, code)).status).toBe(200);
  for (const used of [code, before]) {
    expect([(await signIn(person, used)).message, used]).toEqual([wrong, used]);
  }
});

test('of many who show one code at the same time, one comes in', async () => {
  const { person, factor } = await makeGuarded();
  const code = factor.code();
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(person, code)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where action = 'auth.login' and outcome = 'done' and actor_id = ${person.id}`.execute(app.db);
  expect(rows).toEqual([{ count: 1 }]);
});

/** By the calls, as its owner would. */
async function enrol(person: TestPerson) {
  const factor = await giveFactor(app, person, 'pending');
  const given = { token: person.token, body: { code: factor.code() } };
  const { recoveryCodes } = (await app.call(secondFactor.confirm, given)).data;
  return { factor, recoveryCodes };
}

test('a recovery code stands in for the app, once, however it is typed', async () => {
  const person = await makeAdmin(app, root);
  const { recoveryCodes } = await enrol(person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ')}`;
  const both = await Promise.all([signIn(person, typed), signIn(person, first)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await signIn(person, first)).message).toBe(wrong);
  expect((await signIn(person, second)).status).toBe(200);
  const other = await makeAdmin(app, root);
  await enrol(other);
  expect((await signIn(other, recoveryCodes[2])).message).toBe(wrong);
  const { rows } = await sql<{ kept: string }>`
    select string_agg(encode(code_hash, 'escape'), ' ') as kept from recovery_codes`.execute(
    app.db,
  );
  expect(rows[0]?.kept).not.toContain(first.slice(0, 4));
});

test('wrong codes are slowed by themselves, and right passwords win nothing back', async () => {
  const { person, factor } = await makeGuarded();
  for (let turn = 0; turn < 5; turn++) {
    expect((await signIn(person, '000000')).status).toBe(401);
    expect((await signIn(person)).message).toBe(asked);
  }
  const held = await signIn(person, factor.code());
  expect([held.status, held.message]).toEqual([
    429,
    'Too many wrong tries. Please wait and try again.',
  ]);
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  await sql`update sign_in_failures set blocked_until = now() where subject like 'code:%'`.execute(
    app.db,
  );
  expect((await signIn(person, factor.code())).status).toBe(200);
});

test('codes of one who does not know the password are not looked at', async () => {
  const { person, factor } = await makeGuarded();
  for (let turn = 0; turn < 4; turn++) await signIn(person, '000000', 'Wrong-horse-1');
  const { rows } = await sql`
    select from sign_in_failures where subject = 'code:' || replace(replace(rtrim(encode(
      sha256(convert_to(${String(person.id)}, 'UTF8')), 'base64'), '='), '+', '-'), '/', '_')
    `.execute(app.db);
  expect(rows).toEqual([]);
  expect((await signIn(person, factor.code())).status).toBe(200);
});

test('every step of it is on record, and no code or secret', async () => {
  const person = await makeAdmin(app, root);
  const { factor, recoveryCodes } = await enrol(person);
  await signIn(person);
  await signIn(person, '000000');
  await signIn(person, recoveryCodes[0]);
  const { rows } = await sql<{ action: string; outcome: string; message: string; all: string }>`
    select action, outcome, message, e::text as all from audit_events e
    where actor_id = ${person.id} or target_id = ${person.id} and target_kind = 'user'
    order by id`.execute(app.db);
  expect(rows.map(({ action, outcome, message }) => [action, outcome, message])).toEqual([
    ['second-factor.confirm', 'done', 'Two-factor sign-in is on.'],
    ['auth.login', 'refused', asked],
    ['auth.login', 'refused', wrong],
    ['auth.login', 'done', 'Signed in.'],
  ]);
  const told = rows.map(({ all }) => all).join();
  expect(told).toContain('recovery code');
  for (const secret of [factor.secret, '000000', ...recoveryCodes]) {
    expect(told).not.toContain(secret);
  }
});

test('a new password, a lock and another role leave the second factor as it is', async () => {
  const { person, factor } = await makeGuarded();
  const body = { userId: person.id, parentPassword: password, newPassword: 'Another-horse-2' };
  await app.call(users.changePasswordByParent, { token: root.token, body });
  expect((await signIn(person, undefined, 'Another-horse-2')).message).toBe(asked);
  const update = (raw: object) =>
    app.call(users.update, { token: root.token, params: { id: person.id }, raw });
  await update({ role: 'USER' });
  const given = { username: person.username, password: 'Another-horse-2' };
  expect((await app.call(player.login, { body: given })).status).toBe(200);
  await update({ role: 'ADMIN' });
  expect((await signIn(person, undefined, 'Another-horse-2')).message).toBe(asked);
  expect((await signIn(person, factor.code(), 'Another-horse-2')).status).toBe(200);
});

test('clients have none: their calls do not reach it', async () => {
  const { token } = await makeUser(app, root);
  expect((await app.call(secondFactor.begin, { token })).status).toBe(403);
});
