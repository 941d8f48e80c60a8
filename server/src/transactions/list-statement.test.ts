import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldAllStatements } from '../test/fold-all.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function statement(by: TestPerson, raw: Record<string, unknown> = {}) {
  return app.call(transactions.listStatement, { token: by.token, raw: { length: 500, ...raw } });
}

interface Order {
  by: TestPerson;
  to: TestPerson;
  amount: bigint;
  remarks?: string;
}

function move(kind: 'deposit' | 'withdraw', { by, to, amount, remarks = '' }: Order) {
  const body = { amount, remarks };
  return app.call(transactions[kind], { token: by.token, params: { id: to.id }, body });
}

let histories = 0;

/** Without a digit: what is searched for in remarks must not stand in a name. */
function nextName(): string {
  histories += 1;
  return `saver-${'x'.repeat(histories)}`;
}

/** An ADMIN whose client got 10, 20, 30, gave back 5 and got 40, with remarks of all kinds. */
async function makeHistory() {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const client = await makeUser(app, admin, { username: nextName() });
  const order = { by: admin, to: client };
  await move('deposit', { ...order, amount: 1_000n, remarks: '50% bonus' });
  await move('deposit', { ...order, amount: 2_000n, remarks: '50 percent' });
  await move('deposit', { ...order, amount: 3_000n, remarks: 'a_b' });
  // What follows is counted, what came before is in sums.
  await foldAllStatements(app.db);
  await move('withdraw', { ...order, amount: 500n, remarks: 'aXb' });
  await move('deposit', { ...order, amount: 4_000n, remarks: 'back\\slash' });
  return { admin, client, userId: String(client.id) };
}

test('every row carries the balance after it, and the newest stands first', async () => {
  const { admin, client, userId } = await makeHistory();
  const { data } = await statement(admin, { userId });
  expect(data.data.map((row) => row.bankBalance)).toEqual([9_500n, 5_500n, 6_000n, 3_000n, 1_000n]);
  let runningMinor = 0n;
  for (const row of [...data.data].reverse()) {
    expect([row.deposit > 0n, row.withdraw > 0n]).toContain(true);
    runningMinor += row.deposit - row.withdraw;
    expect(row.bankBalance).toBe(runningMinor);
    expect([row.username, row.currency]).toEqual([client.username, 'USD']);
    expect(row.updatedAt).toEqual(row.createdAt);
  }
});

test('totals are over everything that was found, not over the page', async () => {
  const { admin, userId } = await makeHistory();
  const page = await statement(admin, { userId, length: 1 });
  expect(page.data.data).toHaveLength(1);
  expect(page.data.totals).toEqual({ deposit: 10_000n, withdraw: 500n });
  const beyond = await statement(admin, { userId, start: 400 });
  expect(beyond.data.totals).toEqual({ deposit: 10_000n, withdraw: 500n });
  const found = await statement(admin, { userId, search: { value: '50' }, length: 1 });
  expect(found.data.totals).toEqual({ deposit: 3_000n, withdraw: 0n });
  expect([found.data.recordsTotal, found.data.recordsFiltered]).toEqual([5, 2]);
});

test.each(['50%', '%', 'a_b', '_', 'A_B', '\\', 'bonus', ' slash '])(
  'a search for %j finds the one row that holds it as it is written',
  async (value) => {
    const { admin, userId } = await makeHistory();
    const { data } = await statement(admin, { userId, search: { value } });
    expect([data.data.length, data.recordsFiltered]).toEqual([1, 1]);
    expect(data.data[0]?.remarks?.toLowerCase()).toContain(value.trim().toLowerCase());
  },
);

test('a number finds the entry with that id', async () => {
  const { admin, userId } = await makeHistory();
  const wanted = (await statement(admin, { userId })).data.data[2];
  const { data } = await statement(admin, { search: { value: String(wanted?.id) } });
  expect(data.data.map((row) => row.id)).toContain(wanted?.id);
});

test('a range holds its first and its last moment, and an open side has no end', async () => {
  const { admin, userId } = await makeHistory();
  const rows = (await statement(admin, { userId })).data.data;
  const at = (index: number) => rows[index]?.createdAt.getTime() ?? 0;
  const iso = (ms: number) => new Date(ms).toISOString();
  const count = async (raw: object) =>
    (await statement(admin, { userId, ...raw })).data.recordsTotal;
  expect(await count({ startDate: iso(at(4)), endDate: iso(at(0) + 1) })).toBe(5);
  expect(await count({ startDate: iso(at(0) + 1) })).toBe(0);
  expect(await count({ endDate: iso(at(4) - 1) })).toBe(0);
  expect(await count({ startDate: iso(at(4)) })).toBe(5);
  expect(await count({ endDate: iso(Date.now() + 60_000) })).toBe(5);
  expect(await count({ startDate: '2001-01-01T00:00:00+05:30', endDate: iso(at(0) + 1) })).toBe(5);
});

test('years at the ends of the calendar are read, and a range the wrong way round refused', async () => {
  const { admin } = await makeHistory();
  for (const year of ['0001', '1000', '9999']) {
    const raw = { startDate: `${year}-01-01T00:00:00Z`, endDate: `9999-12-31T23:59:59-12:00` };
    expect([year, (await statement(admin, raw)).status]).toEqual([year, 200]);
  }
  const reply = await statement(admin, {
    startDate: '2026-01-02T00:00:00Z',
    endDate: '2026-01-01T00:00:00Z',
  });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['startDate']]);
});

test("without an account the list holds the operator's own wallet and its whole branch", async () => {
  const { admin, client } = await makeHistory();
  const names = new Set((await statement(admin)).data.data.map((row) => row.username));
  expect(names).toEqual(new Set([admin.username, client.username]));
  const above = new Set((await statement(root)).data.data.map((row) => row.username));
  expect([...names].every((name) => above.has(name))).toBe(true);
  expect(above.has('root')).toBe(true);
});

test('each currency has a statement of its own', async () => {
  const client = await makeUser(app, root, { currency: 'PKR', balance: 777n });
  const inPkr = await statement(root, { currency: 'PKR' });
  expect(inPkr.data.data.every((row) => row.currency === 'PKR')).toBe(true);
  expect(inPkr.data.data.map((row) => row.username)).toContain(client.username);
  const own = await statement(root);
  expect(own.data.data.map((row) => row.username)).not.toContain(client.username);
  const ofClient = await statement(root, { userId: String(client.id) });
  expect(ofClient.data.data[0]).toMatchObject({ currency: 'PKR', deposit: 777n });
});

test('play money stands in the demo account’s own statement and in no total above it', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const demo = await makeUser(app, admin, { isDemo: true, balance: 99_900n });
  expect((await statement(admin)).data.totals).toEqual({ deposit: 1_000n, withdraw: 0n });
  const own = await statement(admin, { userId: String(demo.id) });
  expect(own.data.totals).toEqual({ deposit: 99_900n, withdraw: 0n });
});

test('money of a deleted client stays in the books of the branch', async () => {
  const { admin, client } = await makeHistory();
  const before = (await statement(admin)).data.totals;
  await app.call(users.remove, { token: admin.token, params: { id: client.id } });
  expect((await statement(admin)).data.totals).toEqual(before);
});
