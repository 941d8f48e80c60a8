import { Writable } from 'node:stream';
import { auth } from '@pitboss/contract/auth';
import { health } from '@pitboss/contract/health';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let lines: string[] = [];

const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});

beforeAll(async () => {
  app = await testApp(pino({ level: 'debug' }, stream));
  root = await makeSuper(app);
});

afterAll(() => app.close());

beforeEach(() => {
  lines = [];
});

function records(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('one line for each request says what was asked, by whom and how it went', async () => {
  const client = await makeUser(app, root);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { amount: 500n },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(records()).toMatchObject([
    {
      reqId: reply.headers['x-request-id'],
      method: 'POST',
      route: '/api/transactions/deposit/:id',
      address: '203.0.113.7',
      status: 200,
      level: 30,
    },
  ]);
});

test('looking is logged more quietly than changing', async () => {
  await app.call(users.balance, { token: root.token });
  await app.call(users.add, { token: root.token, raw: {} });
  await app.call(auth.login, { raw: {} });
  expect(records().map((line) => line.level)).toEqual([20, 30, 30]);
});

test('looking is logged as changing is where somebody wants it, proxies that ask aside', async () => {
  const told: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => told.push(line) });
  const other = await otherNode(app, { log, logReads: true });
  await other.call(users.balance, { token: root.token });
  await other.call(health.ready);
  await other.close();
  expect(told.map((line) => JSON.parse(line).route)).toEqual(['/api/users/getAgentbalance']);
});

test('no password, token or key of a request ever stands in the log', async () => {
  const admin = await makeAdmin(app, root);
  const secrets = ['Wrong-secret-1', 'New-secret-2', 'Query-secret-3', 'Correct-horse-1'];
  const [wrong, fresh, inQuery, right] = secrets as [string, string, string, string];
  const { username, token } = admin;
  await app.call(auth.login, { body: { username, password: wrong } });
  const signedIn = await app.call(auth.login, { body: { username, password: right } });
  const own = signedIn.data.token;
  const change = { currentPassword: wrong, newPassword: fresh };
  await app.call(users.changePasswordByUser, { token: own, body: change });
  await app.call(users.changePasswordByUser, { token: own, raw: { ...change, surprise: fresh } });
  await app.call(auth.login, { raw: `{"password": "${wrong}"` });
  await app.http.inject({ method: 'GET', url: `/api/nothing?token=${own}&password=${inQuery}` });
  await app.http.inject({ method: 'GET', url: `/api/users/${inQuery}%ff` });
  await sql`alter table users rename column name to gone`.execute(app.db);
  await app.call(auth.login, { body: { username, password: right } });
  await app.call(users.balance, { token: own });
  await sql`alter table users rename column gone to name`.execute(app.db);

  const log = lines.join('');
  expect(log).toContain('request failed');
  for (const secret of [...secrets, own, token, 'Bearer', 'argon2']) {
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
  }
});
