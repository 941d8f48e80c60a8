import { game } from '@pitboss/contract/game';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { voidRound } from '../rounds/round-steps.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
  client = await makeUser(app, root, { balance: 100_000n });
});

afterAll(() => app.close());

const roundNow = async () => (await app.call(player.round, { token: client.token })).data;

function listBets(raw: object) {
  return app.call(player.listBets, { token: client.token, raw });
}

test('before the first round there is none', async () => {
  const reply = await app.call(player.round, { token: client.token });
  expect(reply.body).toEqual({ status: 'success', message: 'OK', data: null });
});

test('the round now is told with its hash, and at the end with multiplier and seed', async () => {
  const round = await openFlight(app, 345);
  const betting = await roundNow();
  expect(betting).toMatchObject({ round, state: 'betting', multiplier: null, seed: null });
  expect(betting?.bettingUntil?.getTime()).toBeGreaterThan(Date.now());
  expect(betting?.flyingAt).toBeNull();
  await takeOff(app, round, 200);
  const flying = await roundNow();
  expect(flying).toMatchObject({ round, state: 'flying', multiplier: null, seed: null });
  expect([flying?.hash, flying?.tableHash]).toEqual([betting?.hash, betting?.tableHash]);
  // From these two an app draws the flight itself.
  const doublings = (Date.now() - (flying?.flyingAt?.getTime() ?? 0)) / (flying?.doublingMs ?? 1);
  expect(Math.floor(100 * 2 ** doublings)).toBe(200);
  await land(app, round);
  const crashed = await roundNow();
  expect(crashed).toMatchObject({ round, state: 'crashed', multiplier: 345, hash: betting?.hash });
  expect(crashed?.seed).toMatch(/^[0-9a-f]{64}$/);
});

test('nothing that a player is told before the end gives the crash point away', async () => {
  const round = await openFlight(app, 54_321);
  const bet = await app.call(player.placeBet, { token: client.token, body: { stake: 100n } });
  await takeOff(app, round, 150);
  const shown = await app.call(player.round, { token: client.token });
  const left = await app.call(player.cashOut, {
    token: client.token,
    params: { id: bet.data._id },
  });
  for (const { body } of [bet, shown, left]) {
    expect(JSON.stringify(body)).not.toMatch(/543\.?21|drawn/);
  }
  await land(app, round);
});

test('a void round is told as void', async () => {
  const round = await openFlight(app, 300);
  await inTransaction(app.db, (tx) => voidRound(tx, round));
  expect(await roundNow()).toMatchObject({ round, state: 'void', multiplier: null });
});

test('the engine’s round is the one to bet on while a game server runs its own', async () => {
  const round = await openFlight(app, 300);
  const theirs = await server.open();
  expect(theirs).toBeGreaterThan(round);
  expect(await roundNow()).toMatchObject({ round, state: 'betting' });
  const body = { stake: 100n };
  const bet = await app.call(player.placeBet, { token: client.token, body });
  expect(bet.data.round).toBe(round);
  await takeOff(app, round, 200);
  await land(app, round);
  expect(await roundNow()).toMatchObject({ round: theirs, state: 'betting', doublingMs: null });
  await server.call(game.voidRound, { round: theirs });
  expect(await roundNow()).toMatchObject({ round: theirs, state: 'void' });
});

test('a history is read newest first, page by page, and holds no bet of another', async () => {
  const [own, other] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const bet = ({ id: userId }: TestPerson, stake: bigint) => ({ ref: newRef(), userId, stake });
  for (let index = 1n; index <= 7n; index++) {
    await server.play([bet(own, index), bet(other, 50n)], 150);
  }
  const page = async (raw: object) => {
    const reply = await app.call(player.listBets, { token: own.token, raw });
    return reply.data;
  };
  const first = await page({ limit: 3 });
  expect(first.map((row) => row.stake)).toEqual([7n, 6n, 5n]);
  const second = await page({ limit: 3, before: String(first.at(-1)?._id) });
  expect(second.map((row) => row.stake)).toEqual([4n, 3n, 2n]);
  const third = await page({ limit: 3, before: String(second.at(-1)?._id) });
  expect(third.map((row) => row.stake)).toEqual([1n]);
  expect((await page({})).map((row) => row.stake)).toEqual([7n, 6n, 5n, 4n, 3n, 2n, 1n]);
  const body = JSON.stringify((await listBets({})).body);
  expect(body).not.toContain(own.username);
});

test('a history that is asked for wrongly is refused', async () => {
  for (const limit of ['0', '101', '-1', 'x', '1.5']) {
    const reply = await listBets({ limit });
    expect([limit, reply.status, Object.keys(reply.errors)]).toEqual([limit, 400, ['limit']]);
  }
  expect((await listBets({ before: 'x' })).errors).toHaveProperty('before');
});

test('a player bets only on the round that it is shown, and may say which it means', async () => {
  const client = await makeUser(app, root, { balance: 10_000n });
  const place = (raw: object) => app.call(player.placeBet, { token: client.token, raw });
  const flight = await openFlight(app, 500);
  const named = await place({ stake: 1, round: String(flight) });
  expect([named.status, named.data.round]).toEqual([201, flight]);
  const other = await place({ stake: 1, round: String(flight + 100n) });
  expect([other.status, other.message]).toEqual([
    409,
    'Another round is on: bet on the one that is shown.',
  ]);
  // While the engine's round flies, that of a game server is open, but nobody is shown it.
  await takeOff(app, flight, 150);
  const game = await makeGame(app, root);
  const hidden = await game.open();
  const shown = (await app.call(player.round, { token: client.token })).data;
  expect(shown?.round).toBe(flight);
  for (const round of [undefined, hidden]) {
    const reply = await place({ stake: 1, ...(round ? { round: String(round) } : {}) });
    expect([round, reply.status]).toEqual([round, 409]);
  }
  await land(app, flight);
  // Now it is the one that is shown.
  expect((await place({ stake: 1 })).data.round).toBe(hidden);
});

test('the tightest limit up the tree counts, and SUPER sets it for anyone below', async () => {
  const admin = await makeAdmin(app, root, { balance: 100_000n });
  const client = await makeUser(app, admin, { balance: 10_000n });
  const round = await openFlight(app, 500);
  const place = (stake: number) =>
    app.call(player.placeBet, { token: client.token, raw: { stake } });
  const limit = (by: TestPerson, { id }: TestPerson, raw: object) =>
    app.call(users.update, { token: by.token, params: { id }, raw });
  expect((await limit(root, client, { maximumBets: 8 })).status).toBe(200);
  expect((await limit(root, client, { maximumBets: 8, name: 'Other' })).status).toBe(403);
  expect((await limit(admin, client, { maximumBets: 9 })).status).toBe(400);
  expect((await limit(root, admin, { minimumBets: 2, maximumBets: 5 })).status).toBe(200);
  expect((await place(6)).errors).toEqual({
    stake: 'The largest stake of this account is 5.00 USD.',
  });
  expect((await place(1)).errors).toEqual({
    stake: 'The smallest stake of this account is 2.00 USD.',
  });
  expect((await place(5)).status).toBe(201);
  const { minimumBets, maximumBets } = (await app.call(player.me, { token: client.token })).data;
  expect([minimumBets, maximumBets]).toEqual([200n, 500n]);
  const game = await makeGame(app, root);
  const placed = await game.place(await game.open(), [
    { ref: 'low', userId: client.id, stake: 199n },
    { ref: 'high', userId: client.id, stake: 501n },
    { ref: 'fits', userId: client.id, stake: 500n },
  ]);
  expect(placed.bets.map(({ status, reason }) => [status, reason])).toEqual([
    ['refused', 'The smallest stake of this account is 2.00.'],
    ['refused', 'The largest stake of this account is 5.00.'],
    ['accepted', undefined],
  ]);
  await takeOff(app, round, 150);
});
