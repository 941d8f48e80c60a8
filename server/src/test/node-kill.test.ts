import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NodeProcess, startNode } from './node-process.ts';
import { makeSuper, makeUser, type TestPerson } from './people.ts';
import { type TestApp, testApp } from './test-app.ts';
import { balanceOf } from './wallets.ts';

let app: TestApp;
let root: TestPerson;
let clients: TestPerson[];
const started: NodeProcess[] = [];

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  clients = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, root)));
});

afterAll(async () => {
  await Promise.all(started.map((node) => node.end('SIGKILL')));
  await app.close();
});

/** A deposit as the client that ordered it remembers it. */
interface Order {
  key: string;
  client: TestPerson;
  minor: number;
  /** The id of the transfer, once the node has said that it was made. */
  acknowledged?: string;
}

interface Answer {
  status: string;
  data: { transactionId: string };
}

/** Sends it and notes the answer; false when none came. */
async function send(url: string, order: Order): Promise<boolean> {
  const response = await fetch(`${url}/api/transactions/deposit/${order.client.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${root.token}`,
      'idempotency-key': order.key,
    },
    body: JSON.stringify({ amount: order.minor / 100, remarks: order.key }),
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Answer | undefined;
  if (answer?.status !== 'success') return false;
  order.acknowledged = answer.data.transactionId;
  return true;
}

/** Orders one deposit after the other until the node no longer answers. */
async function orderUntilItEnds(
  { url }: NodeProcess,
  client: TestPerson,
  note: (order: Order) => void,
): Promise<void> {
  for (;;) {
    const order: Order = { key: randomUUID(), client, minor: randomInt(100, 900) };
    const isAnswered = await send(url, order);
    note(order);
    if (!isAnswered) return;
  }
}

/** Everybody orders; after some deposits were acknowledged the node is ended in their midst. */
async function orderAndEnd(signal: 'SIGKILL' | 'SIGTERM', book: Order[]): Promise<number | null> {
  const node = await startWatched();
  let left = randomInt(10, 40);
  let ended: Promise<number | null> | undefined;
  const note = (order: Order) => {
    book.push(order);
    if (--left <= 0) ended ??= node.end(signal);
  };
  await Promise.all(clients.map((client) => orderUntilItEnds(node, client, note)));
  return ended ?? -1;
}

async function transferIdsOf(keys: string[]): Promise<Map<string, bigint[]>> {
  const rows = await app.db
    .selectFrom('transfers')
    .select(['id', 'idempotency_key'])
    .where('idempotency_key', 'in', keys)
    .execute();
  const found = Map.groupBy(rows, (row) => row.idempotency_key ?? '');
  return new Map([...found].map(([key, of]) => [key, of.map((row) => row.id)]));
}

async function startWatched(): Promise<NodeProcess> {
  const node = await startNode(app.url);
  started.push(node);
  await node.ready;
  return node;
}

test('ten kills in the middle of deposits lose none that was acknowledged and pay none twice', async () => {
  const book: Order[] = [];
  let unanswered = 0;
  for (let round = 0; round < 10; round++) await orderAndEnd('SIGKILL', book);
  const made = await transferIdsOf(book.map((order) => order.key));
  for (const { key, acknowledged } of book) {
    if (acknowledged) expect(made.get(key)?.map(String)).toEqual([acknowledged]);
    else unanswered++;
  }
  expect(book.length - unanswered).toBeGreaterThan(50);
  expect(unanswered).toBe(60);

  const node = await startWatched();
  for (const order of book) expect(await send(node.url, order)).toBe(true);
  const after = await transferIdsOf(book.map((order) => order.key));
  for (const { key, acknowledged } of book) {
    expect(after.get(key)?.map(String)).toEqual([acknowledged]);
  }
  for (const client of clients) {
    const ordered = book.filter((order) => order.client === client);
    const total = ordered.reduce((sum, order) => sum + order.minor, 0);
    expect(await balanceOf(app, root, client)).toBe(BigInt(total));
  }
}, 180_000);

test('a node that is asked to stop answers what it has begun, and then ends', async () => {
  const book: Order[] = [];
  expect(await orderAndEnd('SIGTERM', book)).toBe(0);
  const made = await transferIdsOf(book.map((order) => order.key));
  for (const { key, acknowledged } of book) {
    expect(made.get(key)?.map(String)).toEqual(acknowledged ? [acknowledged] : undefined);
  }
}, 60_000);
