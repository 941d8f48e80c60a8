import { createHmac } from 'node:crypto';
import { game } from '@pitboss/contract/game';
import { multipliers } from '@pitboss/contract/multipliers';
import { rounds } from '@pitboss/contract/rounds';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, type TestGame } from '../test/game.ts';
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

/** Anybody may verify: no session goes with the call. */
const verify = (id: bigint) => app.call(rounds.verify, { params: { id } });

const right = { isSeedRight: true, isTableRight: true, isMultiplierRight: true };

test('a round of the engine is drawn again and all agrees', async () => {
  const round = await openFlight(app, 1_234);
  await takeOff(app, round, 150);
  await land(app, round);
  const { data } = await verify(round);
  expect(data).toMatchObject({ ...right, round, multiplier: 1_234, drawn: 1_234 });
});

test('with the built-in table the crash point follows from the seed as published', async () => {
  const round = await server.open();
  await server.call(game.voidRound, { round });
  const { data } = await verify(round);
  expect([data.bands, data.multiplier]).toEqual([[], null]);
  const message = `${round}:${data.tableHash}`;
  const digest = createHmac('sha256', Buffer.from(data.seed ?? '', 'hex')).update(message);
  const draw = BigInt(`0x${digest.digest('hex').slice(0, 13)}`);
  const point = (97n * 2n ** 52n) / (2n ** 52n - draw);
  expect(data.drawn).toBe(Math.min(Math.max(Number(point), 100), 100_000_000));
  expect(data).toMatchObject(right);
});

test('before the end nothing is told, not even to SUPER', async () => {
  const round = await openFlight(app, 300);
  for (const state of ['betting', 'flying']) {
    if (state === 'flying') await takeOff(app, round, 150);
    for (const token of [undefined, root.token]) {
      const reply = await app.call(rounds.verify, { token, params: { id: round } });
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({
        status: 'error',
        message: `Round ${round} has not ended: its seed is still secret.`,
      });
    }
  }
  await land(app, round);
});

test('where a game server says another crash point than was drawn, the verdict says so', async () => {
  const [told, other] = [await server.open(), await server.open()];
  for (const round of [told, other]) await server.start(round);
  const drawn = await app.db
    .selectFrom('rounds')
    .select('drawn_hundredths as hundredths')
    .where('id', '=', told)
    .executeTakeFirstOrThrow();
  await server.crash(told, drawn.hundredths);
  expect((await verify(told)).data).toMatchObject({ ...right, source: 'game' });
  await server.crash(other, 77_777);
  const { data } = await verify(other);
  expect(data).toMatchObject({
    ...right,
    isMultiplierRight: false,
    source: 'game',
    multiplier: 77_777,
  });
  expect(data.drawn).not.toBe(77_777);
});

test('a table changed afterwards does not touch a round that was drawn before', async () => {
  const round = await server.open();
  const body = { min: 200, max: 300, probability: 400_000 };
  await app.call(multipliers.add, { token: root.token, body });
  await app.call(multipliers.publish, { token: root.token, body: { reason: 'Another' } });
  const later = await server.open();
  for (const one of [round, later]) await server.call(game.voidRound, { round: one });
  const [before, after] = [(await verify(round)).data, (await verify(later)).data];
  expect(before).toMatchObject({ ...right, bands: [] });
  expect(after).toMatchObject({ ...right, bands: [body] });
  expect(after.tableVersion).toBe(before.tableVersion + 1n);
  expect(after.tableHash).not.toBe(before.tableHash);
});
