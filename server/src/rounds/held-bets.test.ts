import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { openFlight, takeOff } from '../test/flights.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { fillWallet } from '../test/wallets.ts';
import { crashRound, settleRound } from './round-steps.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 300_000_000n);
});

afterAll(() => app.close());

const betOn = async ({ token }: TestPerson, stake: number, autoCashout = 1.5) =>
  (await app.call(player.placeBet, { token, raw: { stake, autoCashout } })).data._id;

const walletOf = async ({ token }: TestPerson) => {
  const { balance, exposure } = (await app.call(player.me, { token })).data;
  return [balance, exposure];
};

const end = (round: bigint, multiplier = 200) =>
  inTransaction(app.db, async (tx) => {
    await crashRound(tx, round, multiplier);
    return settleRound(tx, round, null);
  });

test('a bet that cannot be settled holds up no other, real or play', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000_000n });
  const rupees = await makeUser(app, root, { balance: 10_000n, currency: 'INR' });
  const [full, plain] = [
    await makeUser(app, admin, { balance: 1_000n }),
    await makeUser(app, admin, { balance: 1_000n }),
  ];
  const demo = await makeUser(app, admin, { balance: 1_000n, isDemo: true });
  const round = await openFlight(app, 200);
  for (const person of [full, plain, demo, rupees]) {
    for (let turn = 0; turn < 3; turn++) await betOn(person, 2);
  }
  await takeOff(app, round, 150);
  const empty = await fillWallet(app, full);
  expect(await end(round)).toEqual({ ended: 9, held: 3 });
  expect(await walletOf(plain)).toEqual([1_300n, 0n]);
  expect(await walletOf(demo)).toEqual([1_300n, 0n]);
  expect(await walletOf(rupees)).toEqual([10_300n, 0n]);
  expect((await walletOf(full))[1]).toBe(-600n);
  const details = await app.call(rounds.get, { token: root.token, params: { id: round } });
  expect(details.data).toMatchObject({ state: 'crashed', left: { bets: 3 } });
  expect(details.data.left?.reasons).toEqual([
    { bets: 3, reason: 'The wallet would hold more than 900,000,000,000.00.' },
  ]);
  const asAdmin = await app.call(rounds.get, { token: admin.token, params: { id: round } });
  expect(asAdmin.data.left).toBeUndefined();
  // Asked again, what is wrong is still wrong.
  const again = await app.call(rounds.settle, { token: root.token, body: { roundId: round } });
  expect([again.status, again.message]).toEqual([
    200,
    `3 bets of round ${round} could not be settled and are held.`,
  ]);
  await empty();
  const mended = await app.call(rounds.settle, { token: root.token, body: { roundId: round } });
  expect(mended.data).toMatchObject({ settled: 3, held: 0 });
  expect(await walletOf(full)).toEqual([1_300n, 0n]);
});

test('a branch is told what it has open by currency, and nothing of a neighbour', async () => {
  const [admin, neighbour] = [
    await makeAdmin(app, root, { balance: 2_000n }),
    await makeAdmin(app, root),
  ];
  const client = await makeUser(app, admin, { balance: 1_000n });
  const other = await makeUser(app, root, { balance: 1_000n });
  const rupees = await makeUser(app, root, { balance: 1_000n, currency: 'INR' });
  const demo = await makeUser(app, root, { isDemo: true, balance: 1_000n });
  const round = await openFlight(app, 200);
  for (const person of [client, client, other, rupees, demo]) await betOn(person, 2);
  const openTo = async ({ token }: TestPerson) =>
    (await app.call(rounds.get, { token, params: { id: round } })).data.open;
  const inRupees = { currency: 'INR', bets: 1, stakes: 200n };
  expect(await openTo(root)).toEqual([inRupees, { currency: 'USD', bets: 3, stakes: 600n }]);
  expect(await openTo(admin)).toEqual([{ currency: 'USD', bets: 2, stakes: 400n }]);
  expect(await openTo(neighbour)).toEqual([]);
  await takeOff(app, round, 150);
  await end(round);
  expect(await openTo(root)).toEqual([]);
  const verified = await app.call(rounds.verify, { params: { id: round } });
  expect(verified.data).not.toHaveProperty('open');
});

test('SUPER gives back what is left, with a reason on record, once', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const other = await makeUser(app, root, { balance: 1_000n });
  const round = await openFlight(app, 200);
  await betOn(client, 4);
  await betOn(other, 1);
  const voidIt = (token: string, raw: object) => app.call(rounds.voidLeft, { token, raw });
  const asked = { roundId: String(round), reason: 'Payout above what a wallet holds' };
  expect((await voidIt(root.token, asked)).status).toBe(409);
  await takeOff(app, round, 150);
  const empty = await fillWallet(app, client);
  expect(await end(round)).toEqual({ ended: 1, held: 1 });
  await empty();
  const blank = await voidIt(root.token, { roundId: String(round), reason: '' });
  expect([blank.status, Object.keys(blank.errors)]).toEqual([400, ['reason']]);
  expect((await voidIt(client.token, asked)).status).toBe(403);
  const done = await voidIt(root.token, asked);
  expect(done.data).toEqual({ round, refunded: 1, held: 0 });
  expect(await walletOf(client)).toEqual([1_000n, 0n]);
  expect(await walletOf(other)).toEqual([1_050n, 0n]);
  expect((await voidIt(root.token, asked)).data).toEqual({ round, refunded: 0, held: 0 });
  const { rows } = await sql<{ after: { reason: string } }>`
    select after from audit_events where action = 'rounds.voidLeft' and outcome = 'done'
    order by id limit 1`.execute(app.db);
  expect(rows[0]?.after.reason).toBe(asked.reason);
});

test('play money is given out up to a milliard for each account', async () => {
  const demo = await makeUser(app, root, { isDemo: true });
  const deposit = (amount: number) =>
    app.call(transactions.deposit, { token: root.token, params: { id: demo.id }, raw: { amount } });
  expect((await deposit(1_000_000_000)).status).toBe(200);
  const more = await deposit(1);
  expect([more.status, more.errors]).toEqual([
    400,
    { amount: 'This wallet takes at most 1000000000.00 USD in all; it has 1000000000.00 USD.' },
  ]);
});

test('times of a wallet run as its entries do, however long a settlement waited', async () => {
  const client = await makeUser(app, root, { balance: 100_000n });
  for (let turn = 0; turn < 5; turn++) {
    const round = await openFlight(app, 200);
    await betOn(client, 1);
    await takeOff(app, round, 150);
    const pay = () =>
      app.call(transactions.deposit, {
        token: root.token,
        params: { id: client.id },
        raw: { amount: 1 },
      });
    await Promise.all([end(round), pay(), pay(), pay()]);
  }
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from (select created_at,
      lag(created_at) over (partition by account_id order by sequence) as before
      from entries) e where created_at < before`.execute(app.db);
  expect(rows[0]?.late).toBe(0);
});
