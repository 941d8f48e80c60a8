import { createHash } from 'node:crypto';
import { auth } from '@pitboss/contract/auth';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root);
});

afterAll(() => app.close());

async function statusFor(authorization: string | undefined, path = '/api/users/getAgentbalance') {
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode } = await app.http.inject({ method: 'POST', url: path, headers });
  return statusCode;
}

function look(token: string, headers: Record<string, string> = {}) {
  return app.call(users.balance, { token, headers }).then((reply) => reply.status);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Lets time pass for one session. */
async function age(token: string, column: 'last_used_at' | 'expires_at', interval: string) {
  const moved = sql`${sql.ref(column)} - ${interval}::interval`;
  await sql`update sessions set ${sql.ref(column)} = ${moved}
    where token_hash = ${hashOf(token)}`.execute(app.db);
}

test('a call without a session, or with anything that is not one, is refused', async () => {
  const { token } = admin;
  const lastBit = token.at(-1) === 'A' ? 'B' : 'A';
  const variants = [
    undefined,
    '',
    token,
    'Bearer',
    'Bearer ',
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token.slice(0, -1)}${lastBit}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}A`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${hashOf(token).toString('hex')}`,
    `Bearer ${hashOf(token).toString('base64url')}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    "Bearer ' or 1=1 --------------------",
  ];
  for (const variant of variants) {
    expect([variant, await statusFor(variant)]).toEqual([variant, 401]);
  }
  expect(await statusFor(`Bearer ${token}`)).toBe(200);
});

test('a token in the address or in a cookie is no session', async () => {
  const { token } = admin;
  const url = `/api/users/getAgentbalance?token=${token}&access_token=${token}`;
  expect(await statusFor(undefined, url)).toBe(401);
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/users/getAgentbalance',
    headers: { cookie: `token=${token}; authorization=Bearer ${token}` },
  });
  expect(response.statusCode).toBe(401);
  expect(response.json().message).toBe('Session expired. Please log in again.');
});

test('only the hash of a token is stored', async () => {
  const { data } = await app.call(auth.login, { body: { username: admin.username, password } });
  const { rows } = await sql<{ text: string }>`select s::text as text from sessions s`.execute(
    app.db,
  );
  const stored = rows.map((row) => row.text).join('\n');
  expect(stored).not.toContain(data.token);
  expect(stored).not.toContain(Buffer.from(data.token, 'base64url').toString('hex'));
  expect(stored).not.toContain(Buffer.from(data.token).toString('hex'));
  expect(stored).toContain(hashOf(data.token).toString('hex'));
});

test('a session ends after thirty idle minutes', async () => {
  const token = await openTestSession(app, admin.id);
  await age(token, 'last_used_at', '29 minutes');
  expect(await look(token)).toBe(200);
  await age(token, 'last_used_at', '31 minutes');
  expect(await look(token)).toBe(401);
});

test('use keeps a session alive', async () => {
  const token = await openTestSession(app, admin.id);
  for (let round = 0; round < 3; round++) {
    await age(token, 'last_used_at', '20 minutes');
    expect(await look(token)).toBe(200);
  }
});

test('a background refresh does not count as use', async () => {
  const token = await openTestSession(app, admin.id);
  const background = { 'x-background': 'true' };
  await age(token, 'last_used_at', '20 minutes');
  expect(await look(token, background)).toBe(200);
  await age(token, 'last_used_at', '11 minutes');
  expect(await look(token, background)).toBe(401);
  expect(await look(token)).toBe(401);
});

test('a session ends twelve hours after it began, however busy it is', async () => {
  const token = await openTestSession(app, admin.id);
  await age(token, 'expires_at', '11 hours 59 minutes');
  expect(await look(token)).toBe(200);
  await age(token, 'expires_at', '1 minute');
  expect(await look(token)).toBe(401);
});

test('a sign-in lasts twelve hours from now', async () => {
  const { data } = await app.call(auth.login, { body: { username: admin.username, password } });
  const session = await app.db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('token_hash', '=', hashOf(data.token))
    .executeTakeFirstOrThrow();
  const hours = (session.expires_at.getTime() - session.created_at.getTime()) / 3_600_000;
  expect(hours).toBeCloseTo(12, 3);
});

test('an idle session is not brought back by a refused use', async () => {
  const token = await openTestSession(app, admin.id);
  await age(token, 'last_used_at', '31 minutes');
  for (let round = 0; round < 3; round++) expect(await look(token)).toBe(401);
});

test('nobody is not active: a status that cannot be found counts as locked', async () => {
  const { rows } = await sql<{ status: string; which: string }>`
    select which, effective_status(id, above) as status from (values
      ('nobody', null::bigint, null::bigint[]), ('a stranger', 999999999, '{}'),
      ('below a stranger', ${root.id}::bigint, '{999999999}'), ('root', ${root.id}::bigint, '{}')
    ) people (which, id, above)`.execute(app.db);
  const found = Object.fromEntries(rows.map(({ which, status }) => [which, status]));
  expect(found).toEqual({
    nobody: 'locked',
    'a stranger': 'locked',
    'below a stranger': 'locked',
    root: 'active',
  });
});
