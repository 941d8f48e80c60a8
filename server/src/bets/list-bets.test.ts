import { type BetType, bets, betTypes } from '@pitboss/contract/bets';
import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { atTime } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { placeBets } from './place-bets.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let server: TestGame;
let serviceKeyId: bigint;
let clients: TestPerson[];

const dayMs = 86_400_000;
const start = Date.parse('2025-03-01T00:00:00Z');

/** Rounds spread over three days, at and beside the borders of days and quarters of an hour. */
beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
  serviceKeyId = server.keyId;
  admin = await makeAdmin(app, root, { balance: 10_000_000n });
  const deep = await makeDeepAdmin(app, admin, 1_000_000n);
  clients = [
    await makeUser(app, admin, { username: 'ann', balance: 100_000n }),
    await makeUser(app, deep, { username: 'hannah', balance: 100_000n }),
    await makeUser(app, admin, { username: 'bob', balance: 100_000n, isDemo: true }),
  ];
  const ends = ['settled', 'void', 'unsettled'] as const;
  for (let index = 0; index < 36; index++) {
    const near = [-1, 0, 1, 450_000][index % 4] ?? 0;
    const at = new Date(start + index * (dayMs / 12) + near);
    await playAt(at, ends[index % 3] ?? 'void', 100 + index);
  }
});

afterAll(() => app.close());

/** A round at one moment in which everybody bets; its end is what becomes of the bets. */
async function playAt(at: Date, end: BetType, stake: number): Promise<void> {
  await atTime(app, at, async (tx) => {
    const { id } = await openRound(tx, { source: 'game', serviceKeyId, ref: newRef() }, anyReturn);
    const wanted = clients.map(({ id: userId }, index) => ({
      ref: newRef(),
      userId,
      stakeMinor: BigInt(stake + index),
      autoHundredths: index === 0 ? 150 : null,
    }));
    await placeBets(tx, id, { actorId: null, serviceKeyId }, wanted);
    if (end === 'void') await voidRound(tx, id);
    if (end !== 'settled') return;
    await startRound(tx, id);
    await crashRound(tx, id, 200);
    await settleRound(tx, id, null);
  });
}

type Listing = Awaited<ReturnType<typeof listOf>>;

async function listOf(by: TestPerson, raw: object) {
  return (await app.call(bets.list, { token: by.token, raw: { length: 500, ...raw } })).data;
}

/** The counts and totals of an answer must be those of the rows that it shows in full. */
function expectSummed({ data, totals }: Listing): void {
  expect(data.recordsFiltered).toBe(data.data.length);
  const stakes = data.data.reduce((sum, bet) => sum + bet.stake, 0n);
  const cashouts = data.data.reduce((sum, bet) => sum + (bet.cashoutAmount ?? 0n), 0n);
  const profit = data.data.reduce((sum, bet) => sum + profitOf(bet), 0n);
  expect(totals).toEqual({ totalStakes: stakes, totalCashoutAmount: cashouts, totalPl: profit });
}

/** As a row of the screen has it: without a result nobody has won. */
function profitOf({ stake, cashoutAmount }: { stake: bigint; cashoutAmount?: bigint | undefined }) {
  return cashoutAmount === undefined ? 0n : stake - cashoutAmount;
}

const moment = fc
  .tuple(fc.integer({ min: -1, max: 4 * 96 }), fc.constantFrom(-1, 0, 1, 777, 450_000))
  .map(([slots, off]) => new Date(start + slots * 900_000 + off).toISOString());

test('totals and counts of any range are those of its rows, for a branch and for an account', async () => {
  await fc.assert(
    fc.asyncProperty(moment, moment, fc.boolean(), async (one, other, isOpen) => {
      const [startDate, endDate] = [one, other].sort();
      const range = isOpen ? { startDate } : { startDate, endDate };
      expectSummed(await listOf(admin, range));
      for (const { id } of clients) {
        const userId = String(id);
        expectSummed(await listOf(admin, { ...range, userId }));
        for (const type of betTypes) {
          const raw = { ...range, userId, type, length: 500 };
          const reply = await app.call(bets.listOfUser, { token: admin.token, raw });
          expectSummed(reply.data);
          expect(reply.data.data.data.every((bet) => bet.type === type)).toBe(true);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('without a range everything counts, unsettled and void bets too', async () => {
  const all = await listOf(admin, {});
  expectSummed(all);
  expect(all.data.recordsTotal).toBe(72);
  expect(new Set(all.data.data.map((bet) => bet.type))).toEqual(new Set(betTypes));
  for (const bet of all.data.data) {
    expect(bet.cashoutAmount !== undefined).toBe(bet.type === 'settled');
  }
});

test('totals are over everything found, not over the page', async () => {
  const whole = await listOf(admin, {});
  const page = await listOf(admin, { start: 5, length: 3 });
  expect(page.data.data).toEqual(whole.data.data.slice(5, 8));
  expect(page.totals).toEqual(whole.totals);
  expect([page.data.recordsTotal, page.data.recordsFiltered]).toEqual([72, 72]);
});

test('a search narrows rows, count and totals, but not the count of all', async () => {
  const found = await listOf(admin, { search: { value: 'HANNAH' } });
  expectSummed(found);
  expect([found.data.recordsTotal, found.data.recordsFiltered]).toEqual([72, 36]);
  const both = await listOf(admin, { search: { value: 'ann' } });
  expect(both.data.recordsFiltered).toBe(72);
  const round = whole(found.data.data[0]?.round);
  const ofRound = await listOf(admin, { search: { value: round } });
  expect(ofRound.data.data.map((bet) => String(bet.round))).toEqual([round, round]);
  const inRange = { startDate: '2025-03-02T00:00:00Z', endDate: '2025-03-02T23:59:59.999Z' };
  const narrowed = await listOf(admin, { ...inRange, search: { value: 'hannah' } });
  expectSummed(narrowed);
  expect(narrowed.data.recordsTotal).toBe(2 * narrowed.data.recordsFiltered);
});

function whole(id: bigint | undefined): string {
  return String(id ?? '');
}

test('an account alone is listed with its play money, a branch without', async () => {
  const demo = clients[2];
  const own = await listOf(admin, { userId: whole(demo?.id) });
  expect(own.data.recordsTotal).toBe(36);
  const rows = (await listOf(admin, {})).data.data;
  expect(rows.some((bet) => bet.user._id === demo?.id)).toBe(false);
});

test('a demo operator sees the bets of its clients in its list and in their round', async () => {
  const demoAdmin = await makeAdmin(app, root, { balance: 10_000n, isDemo: true });
  const demo = await makeUser(app, demoAdmin, { balance: 1_000n, isDemo: true });
  const round = await server.play([{ ref: newRef(), userId: demo.id, stake: 100n }], 150);
  const listed = await listOf(demoAdmin, {});
  expect(listed.data.data.map((bet) => bet.user.username)).toEqual([demo.username]);
  expectSummed(listed);
  const raw = { roundId: String(round) };
  const ofRound = await app.call(bets.listOfRound, { token: demoAdmin.token, raw });
  expectSummed(ofRound.data);
  expect(ofRound.data.data.recordsTotal).toBe(1);
  const forRoot = await app.call(bets.listOfRound, { token: root.token, raw });
  expect(forRoot.data.data.recordsTotal).toBe(0);
});

test('currencies are listed and added up apart', async () => {
  const rupees = await makeUser(app, root, { balance: 1_000n, currency: 'INR' });
  const dollars = await makeUser(app, root, { balance: 1_000n });
  const round = await server.play(
    [rupees, dollars].map(({ id: userId }) => ({ ref: newRef(), userId, stake: 100n })),
    150,
  );
  const of = async (currency?: string) => {
    const raw = { roundId: String(round), ...(currency ? { currency } : {}) };
    const { data } = await app.call(bets.listOfRound, { token: root.token, raw });
    expectSummed(data);
    return data.data.data.map((bet) => [bet.user.username, bet.currency]);
  };
  expect(await of()).toEqual([[dollars.username, 'USD']]);
  expect(await of('INR')).toEqual([[rupees.username, 'INR']]);
  expect(await of('PKR')).toEqual([]);
  const inRupees = await listOf(root, { currency: 'INR' });
  expect(inRupees.data.data.map((bet) => bet.user.username)).toEqual([rupees.username]);
});

test('a round in flight and a settled one are added up alike', async () => {
  const round = await server.open();
  const wanted = clients
    .slice(0, 2)
    .map(({ id: userId }) => ({ ref: newRef(), userId, stake: 250n, autoCashout: 110 }));
  await server.place(round, wanted);
  const inRound = async () => {
    const raw = { roundId: String(round), length: 500 };
    const { data } = await app.call(bets.listOfRound, { token: admin.token, raw });
    expectSummed(data);
    return data.totals;
  };
  expect(await inRound()).toEqual({ totalStakes: 500n, totalCashoutAmount: 0n, totalPl: 0n });
  await server.start(round);
  await server.crash(round, 300, false);
  expect(await inRound()).toEqual({ totalStakes: 500n, totalCashoutAmount: 0n, totalPl: 0n });
  await app.call(rounds.settle, { token: root.token, body: { roundId: round } });
  expect(await inRound()).toEqual({ totalStakes: 500n, totalCashoutAmount: 550n, totalPl: -50n });
  const voided = await server.open();
  await server.place(voided, [{ ref: newRef(), userId: clients[0]?.id ?? 0n, stake: 40n }]);
  await server.call(game.voidRound, { round: voided });
  const raw = { roundId: String(voided) };
  const { data } = await app.call(bets.listOfRound, { token: admin.token, raw });
  expect(data.totals).toEqual({ totalStakes: 40n, totalCashoutAmount: 0n, totalPl: 0n });
});

test('sorting by profit puts what the operator won most on top', async () => {
  const order = [{ column: 4, dir: 'desc' }];
  const { data } = await listOf(admin, { order });
  const profit = data.data.map(profitOf);
  expect(profit).toEqual([...profit].sort((one, other) => Number(other - one)));
});

test.each(betTypes)("an operator's id stands for the %s bets of its whole branch", async (type) => {
  const every = (await listOf(admin, {})).data.data.filter((bet) => bet.type === type);
  for (const range of [{}, { startDate: new Date(start + dayMs + 1).toISOString() }]) {
    const raw = { length: 500, type, userId: String(admin.id), ...range };
    const { data } = await app.call(bets.listOfUser, { token: root.token, raw });
    const from = 'startDate' in range ? Date.parse(range.startDate) : 0;
    const wanted = every.filter((bet) => bet.createdAt.getTime() >= from);
    const ids = (rows: { _id: bigint }[]) => rows.map(({ _id }) => _id).sort();
    expect(ids(data.data.data)).toEqual(ids(wanted));
    expect(data.data.recordsTotal).toBe(wanted.length);
    expect(data.totals.totalStakes).toBe(wanted.reduce((sum, { stake }) => sum + stake, 0n));
    expect(new Set(data.data.data.map(({ user }) => user.username))).toContain('hannah');
  }
});
