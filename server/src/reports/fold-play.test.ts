import { dashboard } from '@pitboss/contract/dashboard';
import { playReports } from '@pitboss/contract/play-reports';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { foldAll } from '../test/fold-all.ts';
import { makeGame, newRef } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';
import { auditRollups } from './audit-rollups.ts';
import { foldPlay } from './fold-play.ts';

const hourMs = 3_600_000;
/** The beginning of this hour: with what is added it is over, or it is not. */
const hour = Math.floor(Date.now() / hourMs) * hourMs;

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let client: TestPerson;
let serviceKeyId: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  serviceKeyId = (await makeGame(app, root)).keyId;
  admin = await makeAdmin(app, root, { balance: 3_000_000n });
  client = await makeUser(app, admin, { balance: 1_000_000n });
});

afterAll(() => app.close());

const clockAt = (at: number, work: Parameters<typeof inTransaction>[1]) =>
  inTransaction(app.db, async (tx) => {
    await sql`select set_config('pitboss.clock', ${new Date(at).toISOString()}, true)`.execute(tx);
    return work(tx);
  });

/** A bet that is placed at a moment; it is lost when its round is settled. */
async function bet(at: number, { id: userId } = client, stakeMinor = 100n): Promise<bigint> {
  const terms = { source: 'game', serviceKeyId, ref: newRef() } as const;
  const { id } = (await clockAt(at, (tx) => openRound(tx, terms, anyReturn))) as { id: bigint };
  const placing = [{ ref: newRef(), userId, stakeMinor, autoHundredths: 900 }];
  await clockAt(at, (tx) => placeBets(tx, id, { actorId: null, serviceKeyId }, placing));
  await clockAt(at, (tx) => startRound(tx, id));
  await clockAt(at, (tx) => crashRound(tx, id, 150));
  return id;
}

const settle = (id: bigint) => inTransaction(app.db, (tx) => settleRound(tx, id, null));
const betAndSettle = async (at: number) => void (await settle(await bet(at)));

async function foldedUntil(): Promise<number> {
  const { rows } = await sql<{ until: Date }>`select play_folded_until() as until`.execute(app.db);
  return rows[0]?.until.getTime() ?? 0;
}

/** How many bets the dashboard finds among its losers of these hours. */
async function betsIn(from: number, to: number): Promise<number> {
  const body = { from: new Date(from), to: new Date(to) };
  const { losers } = (await app.call(dashboard.who, { token: root.token, body })).data;
  return losers.reduce((sum, { bets }) => sum + bets, 0);
}

test('hours that are over are folded, however long ago they were, and the last ones are not', async () => {
  for (const hours of [900, 50, 30, 26, 2]) await betAndSettle(hour - hours * hourMs);
  await betAndSettle(Date.now());
  expect(await foldedUntil()).toBe(0);
  const spans = [
    [hour - 1_000 * hourMs, hour + hourMs] as const,
    [hour - 60 * hourMs, hour - 27 * hourMs] as const,
  ];
  const before = await Promise.all(spans.map(([from, to]) => betsIn(from, to)));
  await foldAll(app.db);
  const until = await foldedUntil();
  expect(until).toBeGreaterThan(hour - 2 * hourMs);
  expect(until).toBeLessThanOrEqual(Date.now() - hourMs / 2);
  expect(await Promise.all(spans.map(([from, to]) => betsIn(from, to)))).toEqual(before);
  expect(before).toEqual([6, 2]);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('a bet that ends long after it was placed counts at once, and is folded in afterwards', async () => {
  const at = hour - 40 * hourMs;
  const round = await bet(at);
  await foldAll(app.db);
  const before = await betsIn(hour - 60 * hourMs, hour - 27 * hourMs);
  expect(await foldedUntil()).toBeGreaterThan(at);
  await settle(round);
  expect(await betsIn(hour - 60 * hourMs, hour - 27 * hourMs)).toBe(before + 1);
  expect(await foldedUntil()).toBe(at);
  expect(await auditRollups(app.db)).toEqual([]);
  await foldAll(app.db);
  expect(await foldedUntil()).toBeGreaterThan(at);
  expect(await betsIn(hour - 60 * hourMs, hour - 27 * hourMs)).toBe(before + 1);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('whoever is still at work when an hour is over holds its folding up, and nobody else', async () => {
  await foldAll(app.db);
  const until = await foldedUntil();
  await sql`update play_folding set folded_until = folded_until - interval '3 hours',
    next_until = null`.execute(app.db);
  const working = await openTransaction(app.db);
  await sql`select pg_current_xact_id()`.execute(working);
  await foldPlay(app.db);
  expect(await foldedUntil()).toBe(until - 3 * hourMs);
  await working.rollback().execute();
  await foldAll(app.db);
  expect(await foldedUntil()).toBeGreaterThanOrEqual(until);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('a late bet of a transaction that began before the folding is not passed over', async () => {
  const at = hour - 20 * hourMs;
  const round = await bet(at);
  const settling = await openTransaction(app.db);
  await settleRound(settling as Parameters<typeof settleRound>[0], round, null);
  await sql`update play_folding set folded_until = folded_until - interval '24 hours'`.execute(
    app.db,
  );
  await foldPlay(app.db);
  await settling.commit().execute();
  expect(await foldedUntil()).toBeLessThanOrEqual(at);
  expect(await auditRollups(app.db)).toEqual([]);
  await foldAll(app.db);
  expect(await foldedUntil()).toBeGreaterThan(at);
  expect(await auditRollups(app.db)).toEqual([]);
});

test('tables that were copied from a server with higher numbers are folded on', async () => {
  const until = await foldedUntil();
  await sql`update play_folding set folded_until = folded_until - interval '2 hours',
    next_xid = 9000000000000000`.execute(app.db);
  await foldAll(app.db);
  expect(await foldedUntil()).toBeGreaterThanOrEqual(until);
});

/** As on a platform with so many clients that a node does not look at each of them. */
async function amongMany<T>(work: () => Promise<T>): Promise<T> {
  const add = (clients: number) =>
    sql`update people_counts set clients = clients + ${clients}
      where operator_id = ${root.id}`.execute(app.db);
  await add(20_000);
  try {
    return await work();
  } finally {
    await add(-20_000);
  }
}

test('what a node remembers of folded play is as true as what another adds up anew', async () => {
  const players: TestPerson[] = [];
  for (let n = 0; n < 7; n++) players.push(await makeUser(app, admin, { balance: 100_000n }));
  const [first = client, ...others] = players;
  for (const [place, player] of others.entries()) {
    await settle(await bet(hour - 10 * hourMs, player, 1_000n + BigInt(place)));
  }
  await foldAll(app.db);
  const body = { from: new Date(hour - 12 * hourMs), to: new Date(hour + hourMs) };
  const ask = async (node: TestApp) => ({
    who: (await node.call(dashboard.who, { token: root.token, body })).data,
    play: (await node.call(dashboard.play, { token: root.token, body: { spans: [body] } })).data,
    operators: (await node.call(playReports.byOperator, { token: root.token, body })).data,
  });
  const losers = async () => (await ask(app)).who.losers.map(({ _id }) => _id);
  const ranked = others.toReversed().map(({ id }) => id);
  expect(await losers()).toEqual(ranked.slice(0, 5));
  // Of nobody who is remembered, of one who is remembered but not shown, and of long ago.
  const [last = client] = others;
  for (const [at, player, stake] of [
    [Date.now(), first, 5_000n],
    [Date.now(), last, 3_000n],
    [hour - 11 * hourMs, first, 200n],
  ] as const) {
    await settle(await bet(at, player, stake));
    const fresh = await otherNode(app);
    expect(await ask(app)).toEqual(await ask(fresh));
    await fresh.close();
  }
  const alone = await ask(app);
  expect(await amongMany(() => ask(app))).toEqual(alone);
  expect(await losers()).toEqual([first.id, last.id, ...ranked.slice(0, 3)]);
  await foldAll(app.db);
  expect((await ask(app)).who.losers[0]).toMatchObject({ _id: first.id, bets: 2, pl: 5_200n });
});
