import { bets } from '@pitboss/contract/bets';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { anyReturn } from '../test/odds.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
/** The round that is open for betting. */
let round: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 300_000_000n);
});

beforeEach(async () => {
  round = await openFlight(app, 500);
});

afterAll(() => app.close());

function place({ token }: TestPerson, raw: object, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return app.call(player.placeBet, { token, raw, headers });
}

const meOf = async ({ token }: TestPerson) => (await app.call(player.me, { token })).data;

function setMaintenance(isMaintenance: boolean) {
  return app.call(maintenance.set, { token: root.token, body: { isMaintenance } });
}

test('a bet by hand is placed on the open round, and its stake is held', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const client = await makeUser(app, admin, { balance: 1_000n });
  const reply = await place(client, { stake: 2.5 });
  expect([reply.status, reply.message]).toEqual([201, 'Bet placed.']);
  expect(reply.body.data).toEqual({
    _id: expect.stringMatching(/^\d+$/),
    round: String(round),
    stake: { $numberDecimal: '2.50' },
    type: 'unsettled',
    bettype: 'manual',
    currency: 'USD',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await meOf(client)).toMatchObject({ balance: 750n, exposure: -250n });
  const ofAdmin = await app.call(users.balance, { token: admin.token });
  expect(ofAdmin.data).toMatchObject({ balance: 9_000n, exposure: -250n });
});

test('an auto bet keeps its target, and a client may bet more than once', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await place(client, { stake: '1.00' });
  const auto = await place(client, { stake: 4, autoCashout: 1.75 });
  expect(auto.data).toMatchObject({ stake: 400n, bettype: 'auto', autoCashout: 175, round });
  const own = await app.call(player.listBets, { token: client.token });
  expect(own.data.map((bet) => bet.stake)).toEqual([400n, 100n]);
  expect(await meOf(client)).toMatchObject({ balance: 500n, exposure: -500n });
});

test('the statement shows the stake with the round, and the money that comes back', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await place(client, { stake: 3, autoCashout: 1.5 });
  await place(client, { stake: 2 });
  await takeOff(app, round, 200);
  await land(app, round);
  const { data } = await app.call(transactions.listStatement, {
    token: root.token,
    raw: { userId: String(client.id) },
  });
  const rows = data.data.map((row) => [row.deposit, row.withdraw, row.bankBalance, row.remarks]);
  expect(rows.reverse().slice(1)).toEqual([
    [0n, 300n, 700n, `Round ${round}: stake`],
    [0n, 200n, 500n, `Round ${round}: stake`],
    [450n, 0n, 950n, `Round ${round}: payout at 1.50×`],
  ]);
  expect(await meOf(client)).toMatchObject({ balance: 950n, exposure: 0n });
});

test.each([
  [0, 'Enter a stake above 0.'],
  ['0.00', 'Enter a stake above 0.'],
  [0.001, 'Enter a plain number with at most two decimals.'],
  [-1, 'Enter a stake above 0.'],
  [100_000_000.01, 'The largest amount is 100,000,000.'],
  ['100000000.01', 'The largest amount is 100,000,000.'],
])('a stake of %j is refused', async (stake, message) => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const before = await snapshot(app.db);
  const reply = await place(client, { stake });
  expect([reply.status, reply.errors]).toEqual([400, { stake: message }]);
  expect(await snapshot(app.db)).toBe(before);
});

test('the smallest and the largest stake are taken', async () => {
  const rich = await makeUser(app, root, { balance: 10_000_000_001n });
  expect((await place(rich, { stake: 0.01 })).data.stake).toBe(1n);
  expect((await place(rich, { stake: 100_000_000 })).data.stake).toBe(10_000_000_000n);
});

test('a target is 1.01 to 1,000,000', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  for (const autoCashout of [1, 1.005, 0, 1_000_000.01]) {
    const reply = await place(client, { stake: 1, autoCashout });
    expect([autoCashout, reply.status]).toEqual([autoCashout, 400]);
    expect(Object.keys(reply.errors)).toEqual(['autoCashout']);
  }
  for (const autoCashout of [1.01, 1_000_000]) {
    const reply = await place(client, { stake: 1, autoCashout });
    expect(reply.data.autoCashout).toBe(Math.round(autoCashout * 100));
  }
});

test('the limits of the account count, and the refusal names them', async () => {
  const limits = { minimumBets: 100n, maximumBets: 500n };
  const client = await makeUser(app, root, { balance: 10_000n, ...limits });
  const below = await place(client, { stake: 0.99 });
  expect([below.status, below.errors]).toEqual([
    400,
    { stake: 'The smallest stake of this account is 1.00 USD.' },
  ]);
  const above = await place(client, { stake: 5.01 });
  expect(above.errors).toEqual({ stake: 'The largest stake of this account is 5.00 USD.' });
  for (const stake of [1, 5]) expect((await place(client, { stake })).status).toBe(201);
});

test('who has not enough is told how much there is, and nothing moves', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await place(client, { stake: 4 });
  const before = await snapshot(app.db);
  const reply = await place(client, { stake: 6.01 });
  expect([reply.status, reply.message]).toEqual([400, 'Not enough balance: 6.00 USD available.']);
  expect(reply.errors).toEqual({ stake: 'Not enough balance: 6.00 USD available.' });
  expect(await snapshot(app.db)).toBe(before);
  expect((await place(client, { stake: 6 })).status).toBe(201);
});

test('who is suspended or locked does not bet, nor do those below', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const client = await makeUser(app, admin, { balance: 1_000n });
  for (const person of [client, admin]) {
    await setStatus(app, person, 'suspended');
    const reply = await place(client, { stake: 1 });
    expect([reply.status, reply.message]).toEqual([
      403,
      'Your account is suspended: you can look, but change nothing.',
    ]);
    await setStatus(app, person, 'locked');
    expect((await place(client, { stake: 1 })).status).toBe(401);
    await setStatus(app, person, 'active');
  }
  expect((await place(client, { stake: 1 })).status).toBe(201);
});

test('under maintenance nobody bets, whether a round is open or not', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await setMaintenance(true);
  const withRound = await place(client, { stake: 1 });
  await takeOff(app, round, 150);
  const without = await place(client, { stake: 1 });
  await setMaintenance(false);
  for (const reply of [withRound, without]) {
    expect([reply.status, reply.message]).toEqual([503, 'The game is under maintenance.']);
  }
  expect((await place(client, { stake: 1 })).status).toBe(409);
});

test('without an open round, or after its time, no bet is taken', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await takeOff(app, round, 150);
  const flying = await place(client, { stake: 1 });
  expect([flying.status, flying.message]).toEqual([409, 'No round is open for betting.']);
  await land(app, round);
  expect((await place(client, { stake: 1 })).message).toBe('No round is open for betting.');
  const terms = { source: 'engine', bettingMs: 0, doublingMs: 1_000 } as const;
  await inTransaction(app.db, (tx) => openRound(tx, terms, anyReturn));
  const late = await place(client, { stake: 1 });
  expect([late.status, late.message]).toEqual([409, 'No round is open for betting.']);
});

test('the same key bets once', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const first = await place(client, { stake: 1 }, 'bet-once');
  const again = await place(client, { stake: 1 }, 'bet-once');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await place(client, { stake: 2 }, 'bet-once')).status).toBe(422);
  expect(await meOf(client)).toMatchObject({ balance: 900n });
});

test('a demo account bets with play money, and no operator sees it in its exposure', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const demo = await makeUser(app, admin, { balance: 1_000n, isDemo: true });
  expect((await place(demo, { stake: 5 })).status).toBe(201);
  expect(await meOf(demo)).toMatchObject({ balance: 500n, exposure: -500n });
  const ofAdmin = await app.call(users.balance, { token: admin.token });
  expect(ofAdmin.data.exposure).toBe(0n);
  const listed = await app.call(bets.list, { token: admin.token });
  expect(listed.data.data.recordsTotal).toBe(0);
});

test('money at stake is neither bet again nor paid out', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await place(client, { stake: 8 });
  const params = { id: client.id };
  const options = { token: root.token, params, body: { amount: 300n } };
  const reply = await app.call(transactions.withdraw, options);
  expect(reply.status).toBe(400);
  expect(reply.message).toContain('2.00');
});

test('an account that has bet stays what it is, though it has lost everything', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await place(client, { stake: 10 });
  await takeOff(app, round, 200);
  await land(app, round);
  expect(await meOf(client)).toMatchObject({ balance: 0n, exposure: 0n });
  for (const [field, value] of [
    ['currency', 'INR'],
    ['isDemo', true],
    ['role', 'ADMIN'],
  ] as const) {
    const options = { token: root.token, params: { id: client.id }, raw: { [field]: value } };
    const reply = await app.call(users.update, options);
    expect([reply.status, reply.errors]).toEqual([
      400,
      { [field]: 'This can change only while the account has no money, no bets and no downline.' },
    ]);
  }
});
