import { bets } from '@pitboss/contract/bets';
import { game } from '@pitboss/contract/game';
import { reports } from '@pitboss/contract/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '../test/people.ts';
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
    ...{ balance: 100_000n, minimumBets: 100n, maximumBets: 5_000n },
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
