import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@pitboss/testkit/http-client';
import * as http from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess } from '@pitboss/testkit/node-process';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RoundRobin, roundRobin } from './round-robin.ts';
import { type TestApp, testApp } from './test-app.ts';
import { balanceOf } from './wallets.ts';

let app: TestApp;
let root: TestPerson;
let clients: TestPerson[];
let proxy: RoundRobin;
const started: NodeProcess[] = [];

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  clients = await Promise.all(Array.from({ length: 4 }, () => makeUser(app, root)));
  proxy = await roundRobin();
});

afterAll(async () => {
  await Promise.all(started.map((node) => node.end('SIGKILL')));
  await proxy.close();
  await app.close();
});

async function startBehindProxy(stopGraceMs: number): Promise<NodeProcess> {
  const settings = { STOP_GRACE_MS: String(stopGraceMs), DATABASE_CONNECTIONS: '4' };
  const node = await launchNode(app.url, settings);
  started.push(node);
  await node.untilReady();
  proxy.nodes.add(node.url);
  await vi.waitUntil(() => proxy.serves(node.url), { timeout: 60_000, interval: 20 });
  return node;
}

/** Time enough for the proxy to see what it looks for ten times a second, on a busy machine too. */
const graceMs = 3_000;

function ask(path: string, body: object, key?: string): Promise<Answer> {
  return http.ask(proxy.url, { path: `/api${path}`, token: root.token, key, body });
}

interface Order {
  key: string;
  minor: number;
  client: TestPerson;
  /** What each attempt was answered with. */
  codes: number[];
  transferId?: string | undefined;
}

/** Sends the same order again until it is answered with success. */
async function deposit(client: TestPerson): Promise<Order> {
  const order: Order = { key: randomUUID(), minor: randomInt(100, 900), client, codes: [] };
  while (order.codes.at(-1) !== 200 && order.codes.length < 50) {
    await sleep(order.codes.length > 0 ? 100 : 30);
    const amount = order.minor / 100;
    const answer = await ask(`/transactions/deposit/${client.id}`, { amount }, order.key);
    order.codes.push(answer.status);
    order.transferId = answer.data?.transactionId;
  }
  return order;
}

/** Stops the node that runs longest, and starts another in its place. */
async function replaceOldest(nodes: NodeProcess[]): Promise<NodeProcess[]> {
  const [oldest, ...others] = nodes;
  expect(await oldest?.end('SIGTERM')).toBe(0);
  proxy.nodes.delete(oldest?.url ?? '');
  // The nodes that are started here have no grace: when they end, calls fail and are repeated.
  return [...others, await startBehindProxy(0)];
}

test('nodes restarted one after the other under load lose nothing and pay nothing twice', async () => {
  let isOver = false;
  const orders: Order[] = [];
  const reads: number[] = [];
  let nodes: NodeProcess[] = await Promise.all([
    startBehindProxy(graceMs),
    startBehindProxy(graceMs),
  ]);
  const load = [
    ...clients.map(async (client) => {
      while (!isOver) orders.push(await deposit(client));
    }),
    ...[1, 2].map(async () => {
      for (; !isOver; await sleep(20)) {
        reads.push((await ask('/transactions/getAllStatement', {})).status);
      }
    }),
  ];
  const listFailed = () =>
    [...orders.flatMap(({ codes }) => codes), ...reads].filter((code) => code !== 200);
  for (let turn = 0; turn < 3; turn++) {
    const before = orders.length;
    nodes = await replaceOldest(nodes);
    expect(orders.length).toBeGreaterThan(before + 5);
    // With a grace that is longer than the proxy's checks nobody notices anything.
    if (turn === 1) expect(listFailed()).toEqual([]);
  }
  isOver = true;
  await Promise.all(load);

  expect(orders.length).toBeGreaterThan(100);
  expect(reads.length).toBeGreaterThan(50);
  expect(listFailed().filter((code) => ![409, 502, 503].includes(code))).toEqual([]);
  const made = await app.db
    .selectFrom('transfers')
    .select(['id', 'idempotency_key'])
    .where('kind', '=', 'deposit')
    .execute();
  const kept = made.map((row) => `${row.idempotency_key} ${row.id}`).sort();
  expect(orders.map(({ key, transferId }) => `${key} ${transferId}`).sort()).toEqual(kept);
  for (const client of clients) {
    const own = orders.filter((order) => order.client === client);
    const total = own.reduce((sum, order) => sum + order.minor, 0);
    expect(await balanceOf(app, root, client)).toBe(BigInt(total));
  }
});
