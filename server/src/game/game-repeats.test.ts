import { game } from '@pitboss/contract/game';
import { health } from '@pitboss/contract/health';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
  client = await makeUser(app, root, { balance: 100_000n });
});

afterAll(() => app.close());

const newBet = (stake = 100n) => ({ ref: newRef(), userId: client.id, stake });

/** What a round is refused with; the refusal changes nothing. */
async function refusalOf(call: () => Promise<{ status: number; message: string }>) {
  const before = await snapshot(app.db);
  const { status, message } = await call();
  expect(await snapshot(app.db)).toBe(before);
  return [status, message];
}

test('the same ref opens the same round, and another key’s ref is another round', async () => {
  const body = { ref: 'table-1' };
  const first = await server.call(game.openRound, { body });
  const before = await snapshot(app.db);
  const again = await server.call(game.openRound, { body });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await snapshot(app.db)).toBe(before);
  const other = await makeGame(app, root);
  const theirs = await other.call(game.openRound, { body });
  expect(theirs.data.round).toBeGreaterThan(first.data.round);
  expect(theirs.data.hash).not.toBe(first.data.hash);
});

test('a round that is asked for many times at the same time is opened once', async () => {
  const body = { ref: newRef() };
  // With their connections open the twelve meet inside the database.
  await Promise.all(Array.from({ length: 12 }, () => app.call(health.ready)));
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => server.call(game.openRound, { body })),
  );
  expect(new Set(replies.map((reply) => reply.data.round)).size).toBe(1);
});

test('a bet that is sent again is the same bet, even after the end', async () => {
  const round = await server.open();
  const bets = [newBet(), { ...newBet(), autoCashout: 150 }];
  const first = await server.place(round, bets);
  const balance = await balanceOf(app, root, client);
  const sendAgain = async () => {
    const before = await snapshot(app.db);
    expect(await server.place(round, bets)).toEqual(first);
    expect(await snapshot(app.db)).toBe(before);
  };
  await sendAgain();
  await server.start(round);
  await sendAgain();
  const late = await server.place(round, [newBet()]);
  expect(late.bets[0]?.reason).toBe('The round is not open for betting.');
  await server.crash(round, 200);
  await sendAgain();
  expect(await balanceOf(app, root, client)).toBe(balance + 150n);
});

test('half of a batch that is sent again is known and the other half is placed', async () => {
  const round = await server.open();
  const [one, two, three] = [newBet(), newBet(), newBet()];
  const first = await server.place(round, [one, two]);
  const second = await server.place(round, [two, three, one]);
  expect(second).toMatchObject({ accepted: 3, refused: 0 });
  const ids = (list: typeof first) => list.bets.map((bet) => bet.betId);
  expect([ids(second)[0], ids(second)[2]]).toEqual([ids(first)[1], ids(first)[0]]);
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(3);
});

test('a ref that stands for another bet is refused', async () => {
  const [round, other] = [await server.open(), await server.open()];
  const bet = newBet();
  await server.place(round, [bet]);
  const someone = await makeUser(app, root, { balance: 1_000n });
  const reasons = [];
  for (const changed of [
    { ...bet, stake: 101n },
    { ...bet, userId: someone.id },
    { ...bet, autoCashout: 150 },
  ]) {
    reasons.push((await server.place(round, [changed])).bets[0]);
  }
  reasons.push((await server.place(other, [bet])).bets[0]);
  for (const verdict of reasons) {
    expect(verdict).toEqual({
      ref: bet.ref,
      status: 'refused',
      reason: 'This ref was used for another bet.',
    });
  }
});

test('the same ref of another key is another bet', async () => {
  const theirs = await makeGame(app, root);
  const bet = newBet();
  const [own, other] = [await server.open(), await theirs.open()];
  const [first, second] = [await server.place(own, [bet]), await theirs.place(other, [bet])];
  expect([first.accepted, second.accepted]).toEqual([1, 1]);
  expect(second.bets[0]?.betId).not.toBe(first.bets[0]?.betId);
});

test('a start that is sent again is the same start, and none comes after the end', async () => {
  const round = await server.open();
  const first = await server.call(game.startRound, { round });
  const again = await server.call(game.startRound, { round });
  expect([again.status, again.body]).toEqual([200, first.body]);
  await server.crash(round, 150);
  const start = () => server.call(game.startRound, { round });
  expect(await refusalOf(start)).toEqual([409, `Round ${round} has crashed already.`]);
});

test('a cash-out that is sent again stands, even after the end', async () => {
  const round = await server.open();
  const bet = newBet();
  await server.place(round, [bet]);
  await server.start(round);
  const body = { cashouts: [{ ref: bet.ref, multiplier: 150 }] };
  const first = await server.call(game.cashOut, { round, body });
  expect(first.data.accepted).toBe(1);
  const again = await server.call(game.cashOut, { round, body });
  expect(again.body).toEqual(first.body);
  await server.crash(round, 200);
  const after = await server.call(game.cashOut, { round, body });
  expect(after.body).toEqual(first.body);
});

test('a crash that is sent again is the same crash; another multiplier is refused', async () => {
  const round = await server.open();
  await server.place(round, [newBet(), newBet()]);
  const crash = (multiplier: number) =>
    server.call(game.crashRound, { round, body: { multiplier } });
  const early = await refusalOf(() => crash(200));
  expect(early).toEqual([409, `Round ${round} has not started to fly.`]);
  await server.start(round);
  const first = await crash(200);
  expect(first.data).toMatchObject({ state: 'crashed', multiplier: 200, settled: 2 });
  const before = await snapshot(app.db);
  expect((await crash(200)).body).toEqual(first.body);
  expect(await snapshot(app.db)).toBe(before);
  expect(await refusalOf(() => crash(201))).toEqual([409, `Round ${round} has crashed already.`]);
  const toVoid = () => server.call(game.voidRound, { round });
  expect(await refusalOf(toVoid)).toEqual([409, `Round ${round} has crashed already.`]);
});

test('a void that is sent again is the same void, and nothing follows it', async () => {
  const round = await server.open();
  await server.place(round, [newBet()]);
  const first = await server.call(game.voidRound, { round });
  const before = await snapshot(app.db);
  expect((await server.call(game.voidRound, { round })).body).toEqual(first.body);
  expect(await snapshot(app.db)).toBe(before);
  const voided = [409, `Round ${round} was voided already.`];
  expect(await refusalOf(() => server.call(game.startRound, { round }))).toEqual(voided);
  const crash = () => server.call(game.crashRound, { round, body: { multiplier: 200 } });
  expect(await refusalOf(crash)).toEqual(voided);
});

test('the same Idempotency-Key of a game server answers the first answer again', async () => {
  const round = await server.open();
  const place = (by: TestGame, to: bigint, bets: object[]) =>
    by.call(game.placeBets, {
      round: to,
      raw: { bets: bets.map((bet) => ({ ...bet, userId: String(client.id), stake: 1 })) },
      headers: { 'idempotency-key': 'batch-1' },
    });
  const list = [{ ref: newRef() }];
  const first = await place(server, round, list);
  await server.start(round);
  const again = await place(server, round, list);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await place(server, round, [{ ref: newRef() }])).status).toBe(422);
  const other = await makeGame(app, root);
  expect((await place(other, await other.open(), list)).data.accepted).toBe(1);
});

test('a key of a game server and the same key of a person are two keys', async () => {
  const round = await server.open();
  const headers = { 'idempotency-key': 'shared-by-all' };
  const bets = [{ ref: newRef(), userId: String(client.id), stake: 1 }];
  expect((await server.call(game.placeBets, { round, raw: { bets }, headers })).status).toBe(200);
  const { rows } = await keysNamed('shared-by-all');
  expect(rows).toMatchObject([{ actor_id: null, service_key_id: expect.anything() }]);
});

async function keysNamed(key: string) {
  const found = app.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key);
  return { rows: await found.execute() };
}
