import { game } from '@pitboss/contract/game';
import { reports } from '@pitboss/contract/reports';
import { rounds } from '@pitboss/contract/rounds';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { atTime } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

async function report({ token }: TestPerson, raw: object = {}) {
  return (await app.call(reports.roundPl, { token, raw: { length: 500, ...raw } })).data;
}

async function stats({ token }: TestPerson, raw: object = {}) {
  return (await app.call(reports.stats, { token, raw })).data;
}

const bet = ({ id: userId }: TestPerson, stake: bigint, autoCashout?: number) => ({
  ref: newRef(),
  userId,
  stake,
  autoCashout,
});

test('a round as each operator above the clients has it, at every depth', async () => {
  const top = await makeAdmin(app, root, { balance: 50_000n });
  const middle = await makeDeepAdmin(app, top, 20_000n);
  const deep = await makeDeepAdmin(app, middle, 10_000n);
  const [high, low] = [
    await makeUser(app, top, { balance: 5_000n }),
    await makeUser(app, deep, { balance: 5_000n }),
  ];
  const other = await makeAdmin(app, root, { balance: 5_000n });
  const round = await server.play([bet(high, 1_000n), bet(low, 400n, 150)], 300);
  const rowOf = (totalBets: number, Stakes: bigint, cashoutAmount: bigint) => ({
    totalBets,
    Stakes,
    cashoutAmount,
    totalPl: Stakes - cashoutAmount,
  });
  for (const [operator, expected] of [
    [top, rowOf(2, 1_400n, 600n)],
    [middle, rowOf(1, 400n, 600n)],
    [deep, rowOf(1, 400n, 600n)],
  ] as const) {
    const { data, totals } = await report(operator);
    expect(data.data).toMatchObject([{ roundNumber: round, currency: 'USD', ...expected }]);
    expect(totals).toEqual(expected);
    expect(await stats(operator)).toMatchObject({
      totalBets: expected.totalBets,
      totalStakes: expected.Stakes,
      totalCashoutAmount: expected.cashoutAmount,
      totalPl: expected.totalPl,
    });
  }
  expect((await report(other)).data.recordsTotal).toBe(0);
  const [ofRoot] = (await report(root, { search: { value: String(round) } })).data.data;
  expect(ofRoot).toMatchObject(rowOf(2, 1_400n, 600n));
});

test('on the wire the cash-out is a decimal object and the rest are numbers', async () => {
  const admin = await makeAdmin(app, root, { balance: 5_000n });
  const client = await makeUser(app, admin, { balance: 1_000n });
  const round = await server.play([bet(client, 250n, 133)], 200);
  const { body } = await app.call(reports.roundPl, { token: admin.token, raw: {} });
  const figures = {
    totalBets: 1,
    Stakes: 2.5,
    cashoutAmount: { $numberDecimal: '3.32' },
    totalPl: -0.82,
  };
  expect(body.data).toMatchObject({
    data: { recordsTotal: 1, data: [{ roundNumber: String(round), ...figures }] },
    totals: figures,
  });
});

test('play money, void bets and bets that are not settled are left out', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const client = await makeUser(app, admin, { balance: 5_000n });
  const demo = await makeUser(app, admin, { balance: 5_000n, isDemo: true });
  await server.play([bet(demo, 300n)], 200);
  const voided = await server.open();
  await server.place(voided, [bet(client, 300n)]);
  await server.call(game.voidRound, { round: voided });
  const open = await server.open();
  await server.place(open, [bet(client, 500n), bet(demo, 500n)]);
  await server.start(open);
  await server.crash(open, 200, false);
  const nothing = { totalBets: 0, Stakes: 0n, cashoutAmount: 0n, totalPl: 0n };
  const before = await report(admin);
  expect([before.data.data, before.data.recordsTotal, before.totals]).toEqual([[], 0, nothing]);
  expect(await stats(admin)).toMatchObject({ totalBets: 0, totalStakes: 0n, totalPl: 0n });
  await app.call(rounds.settle, { token: root.token, body: { roundId: open } });
  const after = await report(admin);
  expect(after.data.data).toMatchObject([{ roundNumber: open, totalBets: 1, Stakes: 500n }]);
  expect(await stats(admin)).toMatchObject({ totalBets: 1, totalStakes: 500n, totalPl: 500n });
});

test('a demo operator plays, and its reports stay empty', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n, isDemo: true });
  const demo = await makeUser(app, admin, { balance: 5_000n, isDemo: true });
  await server.play([bet(demo, 300n, 150)], 200);
  expect((await report(admin)).data.recordsTotal).toBe(0);
  expect(await stats(admin)).toMatchObject({ totalBets: 0, totalStakes: 0n });
});

test('currencies are reported apart; without one it is the caller’s own', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n, currency: 'PKR' });
  const client = await makeUser(app, admin, { balance: 5_000n });
  const dollars = await makeUser(app, root, { balance: 5_000n });
  const round = await server.play([bet(client, 700n), bet(dollars, 100n)], 200);
  const find = async (by: TestPerson, raw: object = {}) =>
    (await report(by, { search: { value: String(round) }, ...raw })).data.data.map((row) => [
      row.currency,
      row.Stakes,
    ]);
  expect(await find(admin)).toEqual([['PKR', 700n]]);
  expect(await find(root)).toEqual([['USD', 100n]]);
  expect(await find(root, { currency: 'PKR' })).toEqual([['PKR', 700n]]);
  expect(await find(root, { currency: 'INR' })).toEqual([]);
  expect(await stats(root, { currency: 'PKR' })).toMatchObject({
    totalStakes: 700n,
    totalBets: 1,
    currency: 'PKR',
  });
});

/** A round of the past in which one client loses its stake. */
async function playAt(at: string, { id: userId }: TestPerson, stakeMinor: bigint): Promise<bigint> {
  const { keyId: serviceKeyId } = server;
  return atTime(app, new Date(at), async (tx) => {
    const { id } = await openRound(tx, { source: 'game', serviceKeyId, ref: newRef() }, anyReturn);
    const wanted = { ref: newRef(), userId, stakeMinor, autoHundredths: null };
    await placeBets(tx, id, { actorId: null, serviceKeyId }, [wanted]);
    await startRound(tx, id);
    await crashRound(tx, id, 120);
    await settleRound(tx, id, null);
    return id;
  });
}

test('a range holds the rounds opened in it, and totals are over all of them', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const client = await makeUser(app, admin, { balance: 5_000n });
  const played: bigint[] = [];
  for (const [index, day] of ['01', '02', '03', '04', '05'].entries()) {
    played.push(await playAt(`2024-06-${day}T10:00:00Z`, client, BigInt(100 * (index + 1))));
  }
  const range = { startDate: '2024-06-02T10:00:00Z', endDate: '2024-06-04T10:00:00Z' };
  const found = await report(admin, range);
  const [, second, third, fourth] = played;
  expect(found.data.data.map((row) => row.roundNumber)).toEqual([fourth, third, second]);
  expect(found.totals).toMatchObject({ totalBets: 3, Stakes: 900n, totalPl: 900n });
  const page = await report(admin, { ...range, start: 1, length: 1 });
  expect(page.data.data.map((row) => row.roundNumber)).toEqual([third]);
  expect([page.data.recordsTotal, page.totals]).toEqual([3, found.totals]);
  const one = await report(admin, { ...range, search: { value: String(third) } });
  expect([one.data.recordsTotal, one.data.recordsFiltered]).toEqual([3, 1]);
  expect(one.totals).toMatchObject({ totalBets: 1, Stakes: 300n });
  const byStake = await report(admin, { order: [{ column: 2, dir: 'asc' }] });
  expect(byStake.data.data.map((row) => row.Stakes)).toEqual([100n, 200n, 300n, 400n, 500n]);
});

test('a range that is turned round is refused', async () => {
  const raw = { startDate: '2024-06-04T10:00:00Z', endDate: '2024-06-02T10:00:00Z' };
  const reply = await app.call(reports.roundPl, { token: root.token, raw });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['startDate']]);
});
