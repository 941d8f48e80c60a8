import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { type NodeProcess, startNode } from '../test/node-process.ts';
import { makeSuper, makeUser, type TestPerson } from '../test/people.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
let node: NodeProcess;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root);
});

afterEach(() => node.end('SIGKILL'));

afterAll(() => app.close());

function ask(path: string, body: object = {}): Promise<Response> {
  return fetch(`${node.url}/api${path}`, {
    method: path === '/ready' ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${root.token}` },
    ...(path === '/ready' ? {} : { body: JSON.stringify(body) }),
  });
}

const code = async (path: string) => (await ask(path).catch(() => undefined))?.status;

test('told to stop it is not ready at once, serves for its grace, and then ends', async () => {
  node = await startNode(app.url, { STOP_GRACE_MS: '5000' });
  await node.ready;
  const kept = await ask('/users/get');
  expect([await code('/ready'), kept.headers.get('connection')]).toEqual([200, 'keep-alive']);
  const toldAt = performance.now();
  const ended = node.end('SIGTERM');
  await expect.poll(() => code('/ready'), { interval: 10, timeout: 10_000 }).toBe(503);
  const served = await ask('/users/get');
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  expect(performance.now() - toldAt).toBeGreaterThan(5_000);
});

test('after its grace it takes nothing new, and answers what it has begun', async () => {
  node = await startNode(app.url);
  await node.ready;
  await (await ask('/users/get')).text();
  let begun: Promise<Response> | undefined;
  let ended: Promise<number | null> | undefined;
  await inTransaction(app.db, async (tx) => {
    await sql`select 1 from accounts where user_id = ${client.id} for update`.execute(tx);
    begun = ask(`/transactions/deposit/${client.id}`, { amount: 5 });
    await expect.poll(() => waiting(), { interval: 20, timeout: 10_000 }).toBe(1);
    ended = node.end('SIGTERM');
    await expect.poll(() => code('/ready'), { interval: 20, timeout: 10_000 }).toBe(undefined);
    await sleep(200);
    expect(node.isRunning()).toBe(true);
  });
  const answer = await begun;
  expect([answer?.status, answer?.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  expect(await balanceOf(app, root, client)).toBe(500n);
});

/** How many of the node's statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows[0]?.count ?? 0;
}
