import { cashRequests } from '@pitboss/contract/cash-requests';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, askDeposit, askWithdrawal, cancel, decide, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let clients: [TestPerson, TestPerson];
let ids: Record<string, bigint>;

/** Requests of two clients in every state; one client is a demo account's namesake. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 100_000n });
  const bankId = await makeBank(app, admin);
  const rich = { balance: 10_000n };
  clients = [
    await makeUser(app, admin, { ...rich, username: 'first-client' }),
    await makeUser(app, admin, { ...rich, username: 'second-client' }),
  ];
  const demo = await makeUser(app, admin, {
    isDemo: true,
    balance: 5_000n,
    username: 'play-money',
  });
  const [one, other] = clients;
  ids = {
    paid: (await askDeposit(app, one, bankId, 1_000n)).data._id,
    failed: (await askWithdrawal(app, one, 2_000n)).data._id,
    cancelled: (await askWithdrawal(app, other, 300n)).data._id,
    waitingIn: (await askDeposit(app, one, bankId, 4_000n)).data._id,
    waitingOut: (await askWithdrawal(app, other, 500n)).data._id,
    demo: (await askDeposit(app, demo, bankId, 700n)).data._id,
  };
  await decide(app, admin, id('paid'), 'success');
  await decide(app, admin, id('failed'), 'failed');
  await cancel(app, other, id('cancelled'));
  for (const [index, one] of Object.values(ids).entries()) {
    const at = `2026-01-0${index + 1}T12:00:00Z`;
    await sql`update cash_requests set created_at = ${at}::timestamptz where id = ${one}`.execute(
      app.db,
    );
  }
});

afterAll(() => app.close());

function id(name: string): bigint {
  return ids[name] ?? 0n;
}

async function ask(raw: object) {
  const reply = await app.call(cashRequests.list, { token: admin.token, raw });
  expect([reply.status, reply.message]).toEqual([200, 'OK']);
  return reply.data;
}

/** The names of the requests that the filters find. */
async function found(raw: object): Promise<string[]> {
  const { data, recordsTotal, recordsFiltered } = await ask(raw);
  if (!('search' in raw)) expect(recordsTotal).toBe(data.length);
  expect(recordsFiltered).toBe(data.length);
  const names = Object.entries(ids);
  return data.map((row) => names.find(([, one]) => one === row._id)?.[0] ?? 'stranger').sort();
}

test.each([
  [{}, ['cancelled', 'demo', 'failed', 'paid', 'waitingIn', 'waitingOut']],
  [
    { type: 'all', status: 'all' },
    ['cancelled', 'demo', 'failed', 'paid', 'waitingIn', 'waitingOut'],
  ],
  [{ type: 'deposit' }, ['demo', 'paid', 'waitingIn']],
  [{ type: 'withdraw' }, ['cancelled', 'failed', 'waitingOut']],
  [{ status: 'pending' }, ['demo', 'waitingIn', 'waitingOut']],
  [{ status: 'success' }, ['paid']],
  [{ status: 'failed' }, ['failed']],
  [{ status: 'cancelled' }, ['cancelled']],
  [{ type: 'deposit', status: 'pending' }, ['demo', 'waitingIn']],
  [{ startDate: '2026-01-05T12:00:00Z' }, ['demo', 'waitingOut']],
  [{ endDate: '2026-01-02T12:00:00Z' }, ['failed', 'paid']],
  [{ startDate: '2026-01-02T12:00:00Z', endDate: '2026-01-03T12:00:00Z' }, ['cancelled', 'failed']],
  [{ startDate: '2026-01-03T17:30:00+05:30', endDate: '2026-01-03T12:00:00Z' }, ['cancelled']],
  [{ search: { value: 'SECOND' } }, ['cancelled', 'waitingOut']],
  [{ search: { value: 'client' }, status: 'pending' }, ['waitingIn', 'waitingOut']],
])('%j finds exactly what it says', async (filters, names) => {
  expect(await found({ length: 500, ...filters })).toEqual(names);
});

test('a request is found by its number, and by the whole of it only', async () => {
  expect(await found({ search: { value: String(id('failed')) } })).toEqual(['failed']);
  expect(await found({ search: { value: `${id('failed')}0` } })).toEqual([]);
});

test('one client’s requests are its own, and a blank userId means everybody’s', async () => {
  const userId = String(clients[1].id);
  expect(await found({ userId })).toEqual(['cancelled', 'waitingOut']);
  for (const blank of ['', null]) expect(await found({ userId: blank })).toHaveLength(6);
});

test('what waits is the same whatever the filters show, without play money', async () => {
  const waiting = [{ currency: 'USD', count: 2, deposit: 4_000n, withdraw: 500n }];
  for (const filters of [
    {},
    { status: 'failed' },
    { search: { value: 'nobody' } },
    { start: 100 },
  ]) {
    expect((await ask(filters)).pending).toEqual(waiting);
  }
  const ofOne = await ask({ userId: String(clients[0].id) });
  expect(ofOne.pending).toEqual([{ currency: 'USD', count: 1, deposit: 4_000n, withdraw: 0n }]);
});

test('a row has what the screen shows of it', async () => {
  const { data } = await ask({ length: 500 });
  const row = (name: string) => data.find((one) => one._id === id(name));
  expect(row('waitingIn')).toMatchObject({
    user: { _id: clients[0].id, username: 'first-client' },
    amount: 4_000n,
    currency: 'USD',
    type: 'deposit',
    status: 'pending',
    bank: { ...account, status: 'active' },
    receiptUrl: expect.stringContaining(`/api/files/receipts/${id('waitingIn')}?`),
  });
  expect(row('waitingOut')).toMatchObject({ bank: account, receiptUrl: null });
});

test.each([
  ['startDate', { startDate: '2026-01-05T00:00:00Z', endDate: '2026-01-01T00:00:00Z' }],
  ['startDate', { startDate: '2026-01-05' }],
  ['endDate', { endDate: 'yesterday' }],
  ['type', { type: 'refund' }],
  ['status', { status: 'open' }],
  ['userId', { userId: '12x' }],
])('a wrong %s is refused on its name: %j', async (field, raw) => {
  const reply = await app.call(cashRequests.list, { token: admin.token, raw });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, [field]]);
});

test("an operator's id stands for its whole branch, and a withdrawal's bank has a status", async () => {
  const own = await ask({});
  const { token } = root;
  const raw = { userId: String(admin.id) };
  const { data } = await app.call(cashRequests.list, { token, raw });
  expect(data.data.map(({ _id }) => _id)).toEqual(own.data.map(({ _id }) => _id));
  expect([data.recordsTotal, data.pending]).toEqual([own.recordsTotal, own.pending]);
  for (const { bank } of data.data) expect(bank?.status).toBe('active');
});
