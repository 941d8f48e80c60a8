import { bets } from '@pitboss/contract/bets';
import { game as gameCalls } from '@pitboss/contract/game';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { land, makeFlyingBet } from '../test/flights.ts';
import { makeGame } from '../test/game.ts';
import { reserveEachAlone } from '../test/reserve-each-alone.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 10_000n });
});

afterAll(() => app.close());

const view = async (id: bigint) =>
  (await app.call(bets.get, { token: root.token, params: { id } })).data;

const legsOf = ({ legs }: Awaited<ReturnType<typeof view>>) =>
  legs.map(({ kind, account, amount, balanceAfter }) => [kind, account, amount, balanceAfter]);

test('a flying bet shows its stake held, and no seed and no crash', async () => {
  const id = await makeFlyingBet(app, client);
  const found = await view(id);
  expect(found.bet).toMatchObject({ _id: id, type: 'unsettled', stake: 100n });
  expect(found.bet).not.toHaveProperty('crash');
  expect(found.round).toMatchObject({ state: 'flying', seed: null });
  expect(found.times).toMatchObject({ left: null, roundEnded: null, ended: null });
  expect(found.times.flightBegan).toBeInstanceOf(Date);
  expect(legsOf(found)).toEqual([
    ['stake', 'wallet', -100n, 9_900n],
    ['stake', 'stakes', 100n, 100n],
  ]);
});

test('a bet that left shows when, by the curve, and what it was paid', async () => {
  const id = await makeFlyingBet(app, client);
  const { round } = (await view(id)).bet;
  await app.db.updateTable('bets').set({ cashout_hundredths: 150 }).where('id', '=', id).execute();
  await land(app, round);
  const { bet, times, round: ended, ...rest } = await view(id);
  expect(bet).toMatchObject({ type: 'settled', multiplier: 150, cashoutAmount: 150n });
  expect(bet.crash).toBe(ended.multiplier);
  expect(ended.seed).toMatch(/^[0-9a-f]{64}$/);
  const { flightBegan, left, ended: settled } = times;
  // 1.5 times takes log2(1.5) of a doubling.
  expect(left?.getTime()).toBeGreaterThan(flightBegan?.getTime() ?? Number.POSITIVE_INFINITY);
  expect(settled).toBeInstanceOf(Date);
  const legs = legsOf({ bet, times, round: ended, ...rest });
  expect(legs.map(([kind, account, amount]) => [kind, account, amount])).toEqual([
    ['stake', 'wallet', -100n],
    ['stake', 'stakes', 100n],
    ['settlement', 'stakes', -100n],
    ['settlement', 'wallet', 150n],
  ]);
});

test('a bet of a game server names its ref; when it left nobody told us', async () => {
  const game = await makeGame(app, root);
  const round = await game.open();
  await game.place(round, [{ ref: 'mine', userId: client.id, stake: 200n }]);
  await game.start(round);
  await game.leave(round, [{ ref: 'mine', multiplier: 120 }]);
  await game.crash(round, 300, true);
  const { token } = root;
  const listed = await app.call(bets.listOfRound, { token, raw: { roundId: String(round) } });
  const id = listed.data.data.data[0]?._id ?? 0n;
  const found = await view(id);
  expect(found).toMatchObject({ ref: 'mine', heldReason: null, isDemo: false });
  expect(found.times).toMatchObject({ left: null, bettingEnds: null });
  expect(found.bet).toMatchObject({ multiplier: 120, cashoutAmount: 240n, crash: 300 });
});

test('what was reserved for bets placed together says for how many it was', async () => {
  const game = await makeGame(app, root);
  const [one, other] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const round = await game.open();
  const { bets: placed } = await game.place(round, [
    { ref: 'first', userId: one.id, stake: 200n },
    { ref: 'neighbour', userId: other.id, stake: 50n },
    { ref: 'second', userId: one.id, stake: 300n },
  ]);
  await game.start(round);
  await game.leave(round, [{ ref: 'second', multiplier: 120 }]);
  await game.crash(round, 300, true);
  const legs = async (index: number) =>
    (await view(placed[index]?.betId ?? 0n)).legs.map(
      ({ kind, account, amount, balanceAfter, bets }) => [
        `${kind} ${account}`,
        amount,
        balanceAfter,
        bets,
      ],
    );
  expect(await legs(0)).toEqual([
    ['stake wallet', -200n, 800n, 1],
    ['stake stakes', 500n, 500n, 2],
    ['settlement stakes', -200n, 300n, 1],
  ]);
  expect(await legs(2)).toEqual([
    ['stake wallet', -300n, 500n, 1],
    ['stake stakes', 500n, 500n, 2],
    ['settlement stakes', -300n, 0n, 1],
    ['settlement wallet', 360n, 860n, 1],
  ]);
  const ofNeighbour = [
    ['stake wallet', -50n, 950n, 1],
    ['stake stakes', 50n, 50n, 1],
    ['settlement stakes', -50n, 0n, 1],
  ];
  expect(await legs(1)).toEqual(ofNeighbour);
});

test('what a release before reserved for a bet alone is shown too', async () => {
  const game = await makeGame(app, root);
  const neighbour = await makeUser(app, root, { balance: 1_000n });
  const round = await game.open();
  const { bets: placed } = await game.place(round, [
    { ref: 'then', userId: client.id, stake: 70n },
    { ref: 'beside', userId: neighbour.id, stake: 30n },
  ]);
  const id = placed[0]?.betId ?? 0n;
  const shown = (await view(id)).legs;
  expect(shown).toHaveLength(2);
  expect(await reserveEachAlone(app, round)).toBe(2);
  expect((await view(id)).legs).toEqual(shown);
  await game.call(gameCalls.voidRound, { round });
});

test('a bet of another branch is not there, like one that nobody placed', async () => {
  const [mine, other] = [await makeAdmin(app, root), await makeAdmin(app, root)];
  const player = await makeUser(app, root, { balance: 1_000n });
  const id = await makeFlyingBet(app, player);
  for (const { token } of [mine, other]) {
    const reply = await app.call(bets.get, { token, params: { id } });
    expect([reply.status, reply.message]).toEqual([404, 'Bet not found.']);
  }
});
