import { bets } from '@pitboss/contract/bets';
import { game } from '@pitboss/contract/game';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { reports } from '@pitboss/contract/reports';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

test('the worked example: 100 by hand at 1.33 and 50.50 auto at 1.50, crash at 2.00', async () => {
  const admin = await makeAdmin(app, root, { balance: 100_000n });
  const [one, two] = [
    await makeUser(app, admin, { balance: 10_000n }),
    await makeUser(app, admin, { balance: 10_000n }),
  ];
  const round = await server.open();
  const [byHand, auto] = [newRef(), newRef()];
  const placed = await server.place(round, [
    { ref: byHand, userId: one.id, stake: 10_000n },
    { ref: auto, userId: two.id, stake: 5_050n, autoCashout: 150 },
  ]);
  expect(placed).toMatchObject({ accepted: 2, refused: 0 });
  await server.start(round);
  await server.leave(round, [{ ref: byHand, multiplier: 133 }]);
  expect(await server.crash(round, 200)).toBe(2);
  const listed = await app.call(bets.listOfRound, {
    token: admin.token,
    raw: { roundId: String(round) },
  });
  const body = listed.body.data as { data: { data: object[] }; totals: object };
  expect(body.totals).toEqual({
    totalStakes: { $numberDecimal: '150.50' },
    totalCashoutAmount: { $numberDecimal: '208.75' },
    totalPl: -58.25,
  });
  expect(body.data.data).toMatchObject([
    {
      user: { username: two.username },
      bettype: 'auto',
      cashoutAmount: { $numberDecimal: '75.75' },
    },
    {
      user: { username: one.username },
      bettype: 'manual',
      cashoutAmount: { $numberDecimal: '133.00' },
    },
  ]);
  const report = await app.call(reports.roundPl, { token: admin.token, raw: {} });
  expect(report.body.data).toMatchObject({
    data: {
      recordsTotal: 1,
      data: [
        {
          roundNumber: String(round),
          totalBets: 2,
          Stakes: 150.5,
          cashoutAmount: { $numberDecimal: '208.75' },
          totalPl: -58.25,
        },
      ],
    },
    totals: { totalBets: 2, Stakes: 150.5, totalPl: -58.25 },
  });
  const stats = await app.call(reports.stats, { token: admin.token, raw: {} });
  expect(stats.data).toMatchObject({ totalBets: 2, totalStakes: 15_050n, totalPl: -5_825n });
});

test('each bet of a batch is accepted or refused with its own reason', async () => {
  const admin = await makeAdmin(app, root, {
    balance: 100_000n,
    minimumBets: 100n,
    maximumBets: 5_000n,
  });
  const client = await makeUser(app, admin, { balance: 8_000n });
  const suspended = await makeUser(app, admin, { balance: 1_000n, status: 'suspended' });
  const round = await server.open();
  const answers = async (list: { userId: bigint; stake: bigint; ref?: string }[]) =>
    (
      await server.place(
        round,
        list.map((bet) => ({ ref: newRef(), ...bet })),
      )
    ).bets.map(({ status, reason }) => reason ?? status);
  const twice = newRef();
  expect(
    await answers([
      { userId: client.id, stake: 5_000n },
      { userId: client.id, stake: 4_000n },
      { userId: client.id, stake: 3_000n },
      { userId: client.id, stake: 100n },
      { userId: client.id, stake: 99n },
      { userId: client.id, stake: 5_001n },
      { userId: suspended.id, stake: 100n },
      { userId: admin.id, stake: 100n },
      { userId: 999_999n, stake: 100n },
      { userId: client.id, stake: 100n, ref: twice },
      { userId: client.id, stake: 100n, ref: twice },
    ]),
  ).toEqual([
    'accepted',
    'Not enough balance: 30.00 available.',
    'accepted',
    'Not enough balance: 0.00 available.',
    'The smallest stake of this account is 1.00.',
    'The largest stake of this account is 50.00.',
    'The account is suspended, locked or deleted.',
    'There is no such client.',
    'There is no such client.',
    'Not enough balance: 0.00 available.',
    'This ref stands twice in the list.',
  ]);
  await server.call(game.voidRound, { round });
});

/** A client and a flying round with its bets, in the order of the list. */
async function flyWith(list: { stake: bigint; autoCashout?: number }[]) {
  const client = await makeUser(app, root, { balance: 100_000n });
  const round = await server.open();
  const bets = list.map((bet) => ({ ref: newRef(), userId: client.id, ...bet }));
  await server.place(round, bets);
  await server.start(round);
  return { client, round, refs: bets.map(({ ref }) => ref) };
}

const leave = (round: bigint, cashouts: { ref: string | undefined; multiplier: number }[]) =>
  server.call(game.cashOut, {
    round,
    body: { cashouts: cashouts.map(({ ref = '', multiplier }) => ({ ref, multiplier })) },
  });

test('each cash-out is accepted or refused with its own reason', async () => {
  const { round, refs } = await flyWith([
    { stake: 100n },
    { stake: 100n, autoCashout: 200 },
    { stake: 100n, autoCashout: 200 },
    { stake: 100n },
    { stake: 100n },
  ]);
  const other = await flyWith([{ stake: 100n }]);
  const [byHand, atTarget, tooFar, twice, left] = refs;
  await leave(round, [{ ref: left, multiplier: 110 }]);
  const { data, message } = await leave(round, [
    { ref: byHand, multiplier: 250 },
    { ref: atTarget, multiplier: 200 },
    { ref: tooFar, multiplier: 201 },
    { ref: twice, multiplier: 150 },
    { ref: twice, multiplier: 160 },
    { ref: left, multiplier: 120 },
    { ref: left, multiplier: 110 },
    { ref: 'nobody’s', multiplier: 150 },
    { ref: other.refs[0], multiplier: 150 },
  ]);
  expect(data.cashouts.map(({ status, reason }) => reason ?? status)).toEqual([
    'accepted',
    'accepted',
    'This bet left at its auto cash-out, below this multiplier.',
    'accepted',
    'This ref stands twice in the list.',
    'This bet has cashed out at another multiplier.',
    'accepted',
    'There is no bet with this ref in the round.',
    'There is no bet with this ref in the round.',
  ]);
  expect([data.accepted, data.refused, message]).toEqual([4, 5, '4 accepted, 5 refused.']);
  await server.crash(round, 300);
});

test('nobody leaves before the flight or after it', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const round = await server.open();
  const ref = newRef();
  await server.place(round, [{ ref, userId: client.id, stake: 100n }]);
  const answer = async () => (await leave(round, [{ ref, multiplier: 150 }])).data.cashouts;
  const refused = [{ ref, status: 'refused', reason: 'The round is not flying.' }];
  expect(await answer()).toEqual(refused);
  await server.start(round);
  await server.crash(round, 300);
  expect(await answer()).toEqual(refused);
  expect(await balanceOf(app, root, client)).toBe(900n);
});

test('a round does not crash below a cash-out that was accepted', async () => {
  const { round, refs, client } = await flyWith([
    { stake: 100n },
    { stake: 50n, autoCashout: 900 },
  ]);
  await leave(round, [{ ref: refs[0], multiplier: 250 }]);
  const before = await snapshot(app.db);
  const reply = await server.call(game.crashRound, { round, body: { multiplier: 249 } });
  expect([reply.status, reply.message]).toEqual([
    409,
    `Bet ${refs[0]} has cashed out at 2.50, above the crash.`,
  ]);
  expect(reply.errors).toEqual({ multiplier: 'A bet has cashed out at 2.50.' });
  expect(await snapshot(app.db)).toBe(before);
  expect(await server.crash(round, 250)).toBe(2);
  expect(await balanceOf(app, root, client)).toBe(100_000n - 150n + 250n);
});

test('a crash that is not to be settled leaves every stake where it is', async () => {
  const { round, client } = await flyWith([{ stake: 400n, autoCashout: 150 }]);
  expect(await server.crash(round, 200, false)).toBe(0);
  const { data } = await app.call(player.me, { token: client.token });
  expect(data).toMatchObject({ balance: 99_600n, exposure: -400n });
  expect(await server.crash(round, 200)).toBe(1);
  expect(await balanceOf(app, root, client)).toBe(100_200n);
});

test('a void round gives everything back, from betting and from flight', async () => {
  const { round, refs, client } = await flyWith([
    { stake: 400n },
    { stake: 30n, autoCashout: 150 },
  ]);
  await leave(round, [{ ref: refs[0], multiplier: 990 }]);
  const flying = await server.call(game.voidRound, { round });
  expect([flying.message, flying.data.refunded]).toEqual([`Round ${round} is void.`, 2]);
  expect(flying.data).toMatchObject({ state: 'void', multiplier: null });
  const betting = await server.open();
  await server.place(betting, [{ ref: newRef(), userId: client.id, stake: 70n }]);
  expect((await server.call(game.voidRound, { round: betting })).data.refunded).toBe(1);
  const { data } = await app.call(player.me, { token: client.token });
  expect(data).toMatchObject({ balance: 100_000n, exposure: 0n });
});

test('under maintenance no round opens and no bet is taken, and the running round ends', async () => {
  const set = (isMaintenance: boolean) =>
    app.call(maintenance.set, { token: root.token, body: { isMaintenance } });
  const { round, refs, client } = await flyWith([{ stake: 100n }]);
  const betting = await server.open();
  await set(true);
  const opened = await server.call(game.openRound, { body: { ref: newRef() } });
  expect([opened.status, opened.message]).toEqual([
    503,
    'The game is under maintenance: no new round starts.',
  ]);
  const bet = { ref: newRef(), userId: client.id, stake: 100n };
  const { bets: verdicts } = await server.place(betting, [bet]);
  expect(verdicts[0]?.reason).toBe('The game is under maintenance.');
  expect((await leave(round, [{ ref: refs[0], multiplier: 150 }])).data.accepted).toBe(1);
  expect(await server.crash(round, 200)).toBe(1);
  await set(false);
});

test('a batch is one event on its round, with what came of it', async () => {
  const client = await makeUser(app, root, { balance: 100n });
  const round = await server.open();
  await server.place(
    round,
    [60n, 60n, 40n].map((stake) => ({ ref: newRef(), userId: client.id, stake })),
  );
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'actor_name', 'after', 'message'])
    .where('target_kind', '=', 'round')
    .where('target_id', '=', round)
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['game.openRound', 'game.placeBets']);
  expect(events[1]).toMatchObject({
    actor_id: null,
    actor_name: expect.stringMatching(/^service key /),
    after: { accepted: 2, refused: 1 },
    message: '2 accepted, 1 refused.',
  });
});
