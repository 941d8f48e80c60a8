import { randomBytes, randomUUID } from 'node:crypto';
import type { Asked } from '@pitboss/testkit/http-client';
import * as http from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess } from '@pitboss/testkit/node-process';
import { makeSuper } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { makePicture } from './pictures.ts';
import { roundFaults } from './running-rounds.ts';
import { type TestApp, testApp } from './test-app.ts';

/**
 * By themselves these tests start two nodes. `npm run cluster -- --test` names nodes that run
 * already, twice the proxy in front of them, and the password of their SUPER.
 */
const given = process.env.PITBOSS_NODES?.split(' ');
const signInOfSuper = given
  ? { username: 'super', password: process.env.PITBOSS_SUPER_PASSWORD ?? '' }
  : { username: 'root', password };

let app: TestApp | undefined;
const started: NodeProcess[] = [];
let one: string;
let other: string;
let root: string;

beforeAll(async () => {
  if (!given) {
    app = await testApp();
    await makeSuper(app);
    started.push(await launchNode(app.url), await launchNode(app.url));
    await Promise.all(started.map((node) => node.untilReady()));
  }
  [one = '', other = ''] = given ?? started.map((node) => node.url);
  root = await signIn(one, '/auth/login', signInOfSuper);
});

afterAll(async () => {
  await Promise.all(started.map((node) => node.end('SIGTERM')));
  await app?.close();
  if (given) await expectInOrder();
});

/** What closing the test app proves of a database of its own, of one that others play on. */
async function expectInOrder(): Promise<void> {
  const { db, close } = openDatabase({ url: process.env.DATABASE_URL ?? '', connectionsMax: 1 });
  const faults = [...(await auditBooks(db)), ...(await roundFaults(db))];
  await close();
  expect(faults).toEqual([]);
}

/** A call of the API; without a body it sends an empty one, unless it is a GET. */
function ask(node: string, path: string, { method = 'POST', ...rest }: Partial<Asked> = {}) {
  const body = method === 'GET' ? undefined : (rest.body ?? {});
  return http.ask(node, { method, ...rest, path: `/api${path}`, body });
}

async function signIn(node: string, path: string, body: object): Promise<string> {
  const answer = await ask(node, path, { body });
  expect([answer.status, answer.message]).toEqual([200, 'Login successful']);
  return String(answer.data.token);
}

interface Client {
  id: string;
  token: string;
  signIn: { username: string; password: string };
}

/** A client that is made on one node and signs in on the other. */
async function makeClient(): Promise<Client> {
  const username = `twin-${randomBytes(5).toString('hex')}`;
  const body = { username, password, name: 'Twin', role: 'USER', currency: 'USD', balance: 10 };
  const { status, data } = await ask(one, '/users/create', { token: root, body });
  expect(status).toBe(201);
  const token = await signIn(other, '/player/login', { username, password });
  return { id: String(data._id), token, signIn: { username, password } };
}

const me = (node: string, { token }: Client) => ask(node, '/player/me', { method: 'GET', token });

/** What was ended on one node is over on both when that is answered. */
async function expectOut(client: Client): Promise<void> {
  expect((await me(other, client)).status).toBe(401);
  expect((await me(one, client)).status).toBe(401);
}

test('what is done on one node is there on the other', async () => {
  const client = await makeClient();
  const body = { amount: 5, remarks: 'two nodes' };
  const path = `/transactions/deposit/${client.id}`;
  expect((await ask(one, path, { token: root, body })).status).toBe(200);
  expect((await me(other, client)).data.balance).toBe(15);
  const list = { token: root, body: { userId: client.id } };
  for (const node of [one, other]) {
    const { data } = await ask(node, '/transactions/getAllStatement', list);
    expect((data.data as { remarks: string }[])[0]?.remarks).toBe('two nodes');
  }
});

test('a client locked on one node is out on the other within a second', async () => {
  const client = await makeClient();
  expect((await me(other, client)).status).toBe(200);
  const change = { method: 'PUT', token: root, body: { status: 'locked' } } as const;
  expect((await ask(one, `/users/${client.id}`, change)).status).toBe(200);
  await expectOut(client);
  expect((await ask(other, '/player/login', { body: client.signIn })).status).not.toBe(200);
});

test('whoever signs out on one node is out on the other', async () => {
  const client = await makeClient();
  expect((await ask(one, '/player/logout', { token: client.token })).status).toBe(200);
  await expectOut(client);
});

test('a password changed on one node opens the other, and the old one does not', async () => {
  const client = await makeClient();
  const newPassword = 'Other-horse-2';
  const body = { userId: client.id, parentPassword: signInOfSuper.password, newPassword };
  const answer = await ask(one, '/users/changePasswordByParent', { token: root, body });
  expect([answer.status, answer.message]).toEqual([200, expect.any(String)]);
  await expectOut(client);
  const { username } = client.signIn;
  await signIn(other, '/player/login', { username, password: newPassword });
  expect((await ask(other, '/player/login', { body: client.signIn })).status).toBe(401);
});

test('a picture uploaded on one node is shown by the other', async () => {
  const form = new FormData();
  const eventId = `twin-${randomBytes(4).toString('hex')}`;
  const fields = { eventId, eventName: eventId, link: 'https://play.example.com' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('icon', new Blob([new Uint8Array(await makePicture('png', 77))]), 'icon.png');
  const { status, data } = await ask(one, '/event/createevent', { token: root, body: form });
  expect(status).toBe(201);
  const shown = await Promise.all(
    [one, other].map(async (node) => {
      const { status, bytes } = await http.ask(node, { path: data.icon });
      return { status, bytes };
    }),
  );
  expect(shown[0]?.status).toBe(200);
  expect(shown[1]).toEqual(shown[0]);
});

test('one key sent to both nodes at the same time moves money once', async () => {
  const client = await makeClient();
  for (let turn = 1; turn <= 10; turn++) {
    const call = { token: root, key: randomUUID(), body: { amount: 1 } };
    const path = `/transactions/deposit/${client.id}`;
    const answers = await Promise.all(
      [one, other, one, other].map((node) => ask(node, path, call)),
    );
    const made = answers
      .filter(({ status }) => status === 200)
      .map(({ data }) => data.transactionId);
    expect(new Set(made).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await me(other, client)).data.balance).toBe(10 + turn);
  }
});
