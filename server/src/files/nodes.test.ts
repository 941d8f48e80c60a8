import { cashRequests } from '@pitboss/contract/cash-requests';
import { events } from '@pitboss/contract/events';
import { player } from '@pitboss/contract/player';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askDeposit, makeBank } from '../test/cashier.ts';
import { makePicture } from '../test/pictures.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let other: TestApp;
let root: TestPerson;
let admin: TestPerson;
let client: TestPerson;
let bankId: bigint;

/** Two nodes on one database. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 100_000n });
  bankId = await makeBank(app, admin);
  other = await otherNode(app);
});

beforeEach(async () => {
  client = await makeUser(app, admin);
});

afterAll(async () => {
  await other.close();
  await app.close();
});

async function show(node: TestApp, url: string | null) {
  const { statusCode, headers, rawPayload } = await node.http.inject({ url: url ?? '' });
  return { status: statusCode, type: headers['content-type'], bytes: rawPayload.toString('hex') };
}

async function addEvent(eventId: string, red: number) {
  const reply = await app.call(events.add, {
    token: root.token,
    raw: { eventId, eventName: eventId, link: 'https://play.example.com' },
    files: { icon: await makePicture('png', red), image: await makePicture('jpeg', red) },
  });
  return reply.data;
}

interface Order {
  node?: TestApp;
  key: string;
  red?: number;
  amount?: bigint;
}

async function deposit({ node = app, key, red = 9, amount = 1_000n }: Order) {
  return node.call(player.requestDeposit, {
    token: client.token,
    body: { amount, bankId },
    files: { receipt: await makePicture('png', red) },
    headers: { 'idempotency-key': key },
  });
}

async function countRequests(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cash_requests`.execute(app.db);
  return rows[0]?.count ?? 0;
}

test('a picture uploaded to one node is shown by the other', async () => {
  const { icon, image } = await addEvent('both', 31);
  const { data } = await askDeposit(app, client, bankId, 500n);
  for (const url of [icon, image, data.receiptUrl]) {
    const shown = await show(app, url);
    expect(shown.status).toBe(200);
    expect(await show(other, url)).toEqual(shown);
  }
});

test('pictures and receipts survive a restart, and so do their addresses', async () => {
  const { icon, image } = await addEvent('restart', 32);
  const { data } = await askDeposit(app, client, bankId, 500n);
  const urls = [icon, image, data.receiptUrl];
  const before = await Promise.all(urls.map((url) => show(other, url)));
  await other.close();
  other = await otherNode(app);
  expect(await Promise.all(urls.map((url) => show(other, url)))).toEqual(before);
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('the address that one node makes of a receipt is the one that the other makes', async () => {
  const { data } = await askDeposit(app, client, bankId, 500n);
  for (const node of [app, other]) {
    const list = await node.call(cashRequests.list, { token: admin.token });
    const row = list.data.data.find((one) => one._id === data._id);
    expect((await show(app, row?.receiptUrl ?? '')).status).toBe(200);
    expect((await show(other, row?.receiptUrl ?? '')).status).toBe(200);
  }
});

test('the same key with the same file is one request and one answer, on either node', async () => {
  const before = await countRequests();
  const first = await deposit({ key: 'same-file' });
  expect(first.status).toBe(201);
  for (const node of [app, other]) {
    const again = await deposit({ node, key: 'same-file' });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  }
  expect(await countRequests()).toBe(before + 1);
});

test('the same key with another file or another amount is refused and files nothing', async () => {
  await deposit({ key: 'other-file' });
  const before = await countRequests();
  for (const change of [{ red: 10 }, { amount: 1_001n }, { node: other, red: 11 }]) {
    const reply = await deposit({ key: 'other-file', ...change });
    expect(reply.status).toBe(422);
    expect(reply.message).toMatch(/^This Idempotency-Key was used for another call\./);
  }
  expect(await countRequests()).toBe(before);
});

test('twenty times at the same time on two nodes the same key files one request', async () => {
  const before = await countRequests();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      deposit({ node: index % 2 ? other : app, key: 'same-time' }),
    ),
  );
  const statuses = new Set(replies.map((reply) => reply.status));
  // Here both nodes are one process, where eight pictures may wait.
  expect([...statuses].every((status) => [201, 409, 429].includes(status))).toBe(true);
  expect(statuses.has(201)).toBe(true);
  expect(await countRequests()).toBe(before + 1);
});

test('a refused upload leaves its key free for a good one', async () => {
  const bad = await app.call(player.requestDeposit, {
    token: client.token,
    body: { amount: 1_000n, bankId },
    files: { receipt: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    headers: { 'idempotency-key': 'free-again' },
  });
  expect(bad.status).toBe(415);
  expect((await deposit({ key: 'free-again' })).status).toBe(201);
});
