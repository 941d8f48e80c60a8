import { batchMax, game } from '@pitboss/contract/game';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, type TestGame } from '../test/game.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { ownBalance } from '../test/wallets.ts';

let app: TestApp;
let admin: TestPerson;
let server: TestGame;
const clients: TestPerson[] = [];

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  server = await makeGame(app, root);
  admin = await makeAdmin(app, root, { balance: 2_000_000n });
  for (let index = 0; index < 20; index++) {
    clients.push(await makeUser(app, admin, { balance: 50_000n }));
  }
});

afterAll(() => app.close());

/** As many bets as asked for, spread over the clients, with refs as long as they may be. */
function batch(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({
    ref: `${name}-${index}-`.padEnd(64, '“'),
    userId: String(clients[index % clients.length]?.id),
    stake: '1.00',
    autoCashout: index % 2 === 0 ? 1.5 : 9.5,
  }));
}

function place(round: bigint, bets: object[]) {
  return server.call(game.placeBets, { round, raw: { bets } });
}

test('ten thousand bets are placed, leave and are settled in a call each', async () => {
  expect(batchMax).toBe(10_000);
  const round = await server.open();
  const bets = batch(batchMax, 'full');
  const placed = await place(round, bets);
  expect(placed.data).toMatchObject({ accepted: 10_000, refused: 0 });
  expect(placed.data.bets.map(({ ref }) => ref)).toEqual(bets.map(({ ref }) => ref));
  expect(new Set(placed.data.bets.map(({ betId }) => betId)).size).toBe(10_000);
  await server.start(round);
  const cashouts = bets.map(({ ref }) => ({ ref, multiplier: '1.10' }));
  const left = await server.call(game.cashOut, { round, raw: { cashouts } });
  expect(left.data).toMatchObject({ accepted: 10_000, refused: 0 });
  expect(await server.crash(round, 200)).toBe(10_000);
  const figures = await app.db
    .selectFrom('accounts')
    .select((is) => is.fn.sum('balance_minor').as('total'))
    .where(
      'user_id',
      'in',
      clients.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  expect(BigInt(figures.total)).toBe(20n * 50_000n + 10_000n * 10n);
  expect(await ownBalance(app, admin)).toBe(1_000_000n);
});

test('one more is too many, and none is placed', async () => {
  const round = await server.open();
  const before = await snapshot(app.db);
  const reply = await place(round, batch(batchMax + 1, 'over'));
  expect([reply.status, reply.errors]).toEqual([400, { bets: 'Send at most 10000 at once.' }]);
  expect(await snapshot(app.db)).toBe(before);
  await server.start(round);
  const cashouts = batch(batchMax + 1, 'over').map(({ ref }) => ({ ref, multiplier: 2 }));
  const left = await server.call(game.cashOut, { round, raw: { cashouts } });
  expect(left.errors).toEqual({ cashouts: 'Send at most 10000 at once.' });
});

test('an empty list is refused', async () => {
  const round = await server.open();
  expect((await place(round, [])).errors).toEqual({ bets: 'Send at least one.' });
});

test('one wrong bet in a batch is named, and none is placed', async () => {
  const round = await server.open();
  const bets: object[] = batch(300, 'one-wrong');
  bets[217] = { ...bets[217], stake: '1.001' };
  const before = await snapshot(app.db);
  const reply = await place(round, bets);
  expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['bets.217.stake']]);
  expect(await snapshot(app.db)).toBe(before);
});

/** A body of exactly this many bytes: one bet and room. */
function bodyOf(bytes: number, name: string): string {
  const text = JSON.stringify({ bets: batch(1, name) });
  return text + ' '.repeat(bytes - Buffer.byteLength(text));
}

test('a body has up to four megabytes here, and a quarter of one elsewhere', async () => {
  const round = await server.open();
  const megabytes = 4 * 1024 * 1024;
  const largest = await server.call(game.placeBets, { round, raw: bodyOf(megabytes, 'large') });
  expect(largest.data.accepted).toBe(1);
  const larger = await server.call(game.placeBets, { round, raw: bodyOf(megabytes + 1, 'xl') });
  expect([larger.status, larger.message]).toEqual([413, 'The request is too large.']);
  const elsewhere = await server.call(game.crashRound, { round, raw: bodyOf(256 * 1024 + 1, 'x') });
  expect(elsewhere.status).toBe(413);
});
