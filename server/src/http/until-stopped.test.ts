import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, tryAsk } from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess } from '@pitboss/testkit/node-process';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
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

function ask(path: string, body: object = {}): Promise<Answer> {
  return tryAsk(node.url, { path: `/api${path}`, token: root.token, body });
}

/** 0 where nobody answers any more. */
const readiness = async () => (await tryAsk(node.url, { path: '/api/ready' })).status;

test('told to stop it is not ready from then on, serves for its grace, and then ends', async () => {
  node = await launchNode(app.url, { STOP_GRACE_MS: '5000' });
  await node.untilReady();
  const kept = await ask('/users/get');
  expect([await readiness(), kept.headers.connection]).toEqual([200, 'keep-alive']);
  const toldAt = performance.now();
  const ended = node.end('SIGTERM');
  await expect.poll(() => readiness(), { interval: 10 }).toBe(503);
  const served = await ask('/users/get');
  expect([served.status, served.headers.connection]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  expect(performance.now() - toldAt).toBeGreaterThan(5_000);
});

test('after its grace it takes nothing new, and answers what it has begun', async () => {
  node = await launchNode(app.url);
  await node.untilReady();
  await ask('/users/get');
  let begun: Promise<Answer> | undefined;
  let ended: Promise<number | null> | undefined;
  await inTransaction(app.db, async (tx) => {
    await sql`select 1 from accounts where user_id = ${client.id} for update`.execute(tx);
    begun = ask(`/transactions/deposit/${client.id}`, { amount: 5 });
    await expect.poll(() => waiting(), { interval: 20 }).toBe(1);
    ended = node.end('SIGTERM');
    await expect.poll(() => readiness(), { interval: 20 }).toBe(0);
    await sleep(200);
    expect(node.isRunning()).toBe(true);
  });
  const answer = await begun;
  expect([answer?.status, answer?.headers.connection]).toEqual([200, 'close']);
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
