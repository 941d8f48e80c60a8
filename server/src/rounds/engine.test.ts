import { setTimeout as sleep } from 'node:timers/promises';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import { multiplierAt, timeTo } from '@pitboss/engine/curve';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RoundTimes } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { betFaults } from '../test/bet-faults.ts';
import { anyReturn, crashBetween, usualRules } from '../test/odds.ts';
import { newestRound, roundFaults, waitForRound } from '../test/running-rounds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';
import { openRound } from './open-round.ts';
import type { RoundRow } from './round-row.ts';
import { runEngine } from './run-engine.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 5_000_000n });
});

interface Engine {
  errors: unknown[];
  stop(): Promise<void>;
}

const engines = new Set<Engine>();
/** Betting is open for long enough that a machine in heavy use gets its bets in. */
const usual: RoundTimes = { bettingMs: 3_000, doublingMs: 100, pauseMs: 20 };

/** The engine of a node, with connections of its own. */
function startEngine(times: Partial<RoundTimes> = {}, rtp = anyReturn): Engine {
  const { db, close } = openDatabase({ url: app.url, connectionsMax: 2 });
  const stopping = new AbortController();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const signal = stopping.signal;
  const running = runEngine({
    db,
    rtp,
    times: { ...usual, ...times },
    stopping: signal,
    onError,
  });
  const engine: Engine = {
    errors,
    stop: async () => {
      engines.delete(engine);
      stopping.abort();
      await running;
      await close();
    },
  };
  engines.add(engine);
  return engine;
}

const setMaintenance = (isMaintenance: boolean) =>
  app.call(maintenance.set, { token: root.token, body: { isMaintenance } });

/** What is left flying is landed, so that the next test begins with nothing. */
afterEach(async () => {
  await setMaintenance(false);
  if ((await newestRound(app.db))?.state === 'flying') {
    if (engines.size === 0) startEngine({ bettingMs: 60 });
    await waitForRound(app.db, ({ state }) => state !== 'flying');
  }
  await Promise.all([...engines].map((engine) => engine.stop()));
  expect(await roundFaults(app.db)).toEqual([]);
  expect(await betFaults(app.db)).toEqual([]);
});

afterAll(() => app.close());

const makePlayer = (balance = 100_000n) => makeUser(app, admin, { balance });
const isIn = (state: RoundRow['state']) => (round: RoundRow) => round.state === state;
const isAfter = (before: bigint) => (round: RoundRow) => round.id > before;
const bet = ({ token }: TestPerson, stake: bigint, autoCashout?: number) =>
  app.call(player.placeBet, { token, body: { stake, autoCashout } });
const leave = ({ token }: TestPerson, id: bigint) =>
  app.call(player.cashOut, { token, params: { id } });

/** The next round that has only just opened, so that there is time to bet on it. */
async function nextBetting(): Promise<RoundRow> {
  const last = (await newestRound(app.db))?.id ?? 0n;
  return waitForRound(app.db, (round) => round.id > last && round.state === 'betting');
}

const hasEnded = (id: bigint) => (round: RoundRow) =>
  round.id > id || round.state === 'crashed' || round.state === 'void';

async function roundOf(id: bigint) {
  return app.db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The backend that holds the engine's lock; there is at most one in a database. */
async function leaders(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and objid = ${leaderLocks.engine} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    app.db,
  );
  return rows.map(({ pid }) => pid);
}

async function databaseNow(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.db);
  return rows[0]?.at.getTime() ?? 0;
}

test('rounds go on by themselves, and every one can be verified once it has ended', async () => {
  const engine = startEngine({ bettingMs: 60 });
  const first = await waitForRound(app.db, isIn('flying'));
  await waitForRound(app.db, isAfter(first.id + 8n));
  await engine.stop();
  for (let id = first.id; id < first.id + 8n; id++) {
    const { data } = await app.call(rounds.verify, { params: { id } });
    expect(data).toMatchObject({ state: 'crashed', isSeedRight: true, isTableRight: true });
    expect(data).toMatchObject({ isMultiplierRight: true, multiplier: data.drawn });
  }
  expect(engine.errors).toEqual([]);
});

test('players bet, and those who aimed below the crash are paid their target', async () => {
  await crashBetween(app.db, 150, 300);
  const [low, high, manual] = [await makePlayer(), await makePlayer(), await makePlayer()];
  startEngine();
  for (let turn = 0; turn < 2; turn++) {
    const { id } = await nextBetting();
    const replies = await Promise.all([
      bet(low, 1_001n, 133),
      bet(high, 500n, 301),
      bet(manual, 9n),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.map(({ data }) => data.round)).toEqual([id, id, id]);
    await waitForRound(app.db, hasEnded(id));
  }
  // 10.01 at 1.33 is 13.3133, of which 13.31 is paid.
  expect(await balanceOf(app, admin, low)).toBe(100_000n + 2n * (1_331n - 1_001n));
  expect(await balanceOf(app, admin, high)).toBe(100_000n - 2n * 500n);
  expect(await balanceOf(app, admin, manual)).toBe(100_000n - 2n * 9n);
});

test("leaving by hand is at the multiplier of the database's clock, once, and in flight", async () => {
  await crashBetween(app.db, 400, 450);
  const one = await makePlayer();
  const doublingMs = 3_000;
  startEngine({ doublingMs });
  await nextBetting();
  const placed = [];
  for (let i = 0; i < 3; i++) placed.push((await bet(one, 1_000n)).data._id);
  const [first = 0n, second = 0n, last = 0n] = placed;
  expect((await leave(one, first)).message).toBe('The round has not started to fly.');
  const { id, flyingAt, drawnHundredths } = await waitForRound(app.db, isIn('flying'));
  const early = await app.call(rounds.verify, { params: { id } });
  expect([early.status, early.message]).toEqual([409, expect.stringMatching(/still secret/)]);
  const shown = await app.call(player.round, { token: one.token });
  expect(shown.data).toMatchObject({ round: id, state: 'flying', seed: null, multiplier: null });
  let won = 0n;
  for (const betId of [first, second]) {
    await sleep(150);
    const before = (await databaseNow()) - Number(flyingAt);
    const reply = await leave(one, betId);
    const after = (await databaseNow()) - Number(flyingAt);
    const { multiplier = 0 } = reply.data;
    expect(multiplier).toBeGreaterThanOrEqual(multiplierAt(before - 1, doublingMs));
    expect(multiplier).toBeLessThanOrEqual(multiplierAt(after + 1, doublingMs));
    expect(multiplier).toBeLessThan(drawnHundredths);
    won += (1_000n * BigInt(multiplier)) / 100n;
    const again = await leave(one, betId);
    expect([again.status, again.message]).toEqual([409, 'This bet has cashed out already.']);
  }
  await waitForRound(app.db, hasEnded(id));
  const late = await leave(one, last);
  expect([late.status, late.message]).toEqual([409, 'This bet has ended.']);
  expect(await balanceOf(app, admin, one)).toBe(100_000n - 3_000n + won);
});

test('nobody who leaves around the crash leaves at it or above, nor keeps it from coming', async () => {
  await crashBetween(app.db, 190, 210);
  const players = [];
  for (let i = 0; i < 8; i++) players.push(await makePlayer());
  const doublingMs = 4_000;
  startEngine({ doublingMs });
  const { drawnHundredths } = await nextBetting();
  const bets = await Promise.all(
    players.map(async (one) => [(await bet(one, 100n)).data._id, (await bet(one, 100n)).data._id]),
  );
  const { flyingAt } = await waitForRound(app.db, isIn('flying'));
  const dueAt = Number(flyingAt) + timeTo(drawnHundredths, doublingMs);
  const granted: number[] = [];
  const refused = new Set<string>();
  let late = 0;
  // Everybody asks on and on, with bets that are long out too, until the round has ended.
  await Promise.all(
    players.map(async (one, index) => {
      for (let turn = 0; !refused.has('This bet has ended.'); turn++) {
        const reply = await leave(one, bets[index]?.[turn % 2] ?? 0n);
        if (Date.now() > dueAt) late += 1;
        if (reply.status === 200) granted.push(reply.data.multiplier ?? 0);
        else refused.add(reply.message);
        if (index < 3) await sleep(180);
      }
    }),
  );
  expect(Math.max(...granted)).toBeLessThan(drawnHundredths);
  expect(granted.length).toBeGreaterThan(8);
  expect(refused).toContain('This bet has cashed out already.');
  // Few have their turn between the moment it is due and its end, however slow all of it is.
  expect(late).toBeLessThan(50 * players.length);
});

test('under maintenance the round ends, none begins and no bet is taken, until it is over', async () => {
  await crashBetween(app.db, 150, 200);
  const one = await makePlayer();
  const engine = startEngine();
  const { id } = await nextBetting();
  expect((await bet(one, 100n, 120)).status).toBe(201);
  await setMaintenance(true);
  const during = await bet(one, 100n);
  expect([during.status, during.message]).toEqual([503, 'The game is under maintenance.']);
  await waitForRound(app.db, hasEnded(id));
  expect((await roundOf(id)).state).toBe('crashed');
  expect(await balanceOf(app, admin, one)).toBe(100_020n);
  await sleep(1_500);
  expect((await newestRound(app.db))?.id).toBe(id);
  const besides = inTransaction(app.db, (tx) =>
    openRound(tx, { source: 'engine', ...usual }, anyReturn),
  );
  await expect(besides).rejects.toThrow('The game is under maintenance: no new round starts.');
  const between = await bet(one, 100n);
  expect([between.status, between.message]).toEqual([503, 'The game is under maintenance.']);
  await setMaintenance(false);
  await waitForRound(app.db, isAfter(id));
  expect((await bet(one, 100n, 120)).status).toBe(201);
  expect(engine.errors).toEqual([]);
});

test('nothing is drawn from a table that the rules forbid; it is said once, until another is in play', async () => {
  await crashBetween(app.db, 150, 200);
  const last = (await newestRound(app.db))?.id ?? 0n;
  const engine = startEngine({ bettingMs: 50 }, usualRules);
  await expect.poll(() => engine.errors.length).toBe(1);
  expect(String(engine.errors[0])).toContain('No round is drawn from version');
  await crashBetween(app.db, 100, 200, 980_000);
  await waitForRound(app.db, isAfter(last));
  expect(engine.errors).toHaveLength(1);
});

test('of two engines one runs the rounds, and the other goes on when it stops', async () => {
  await crashBetween(app.db, 130, 160);
  const one = startEngine({ bettingMs: 60 });
  const first = await waitForRound(app.db, () => true);
  const other = startEngine({ bettingMs: 60 });
  await waitForRound(app.db, isAfter(first.id + 8n));
  expect(await leaders()).toHaveLength(1);
  await one.stop();
  const last = await newestRound(app.db);
  await waitForRound(app.db, isAfter(last?.id ?? 0n));
  expect(await leaders()).toHaveLength(1);
  expect([...one.errors, ...other.errors]).toEqual([]);
});

test.each(['betting', 'flying'] as const)(
  'an engine whose connection is killed while %s gives way, and the round ends rightly',
  async (state) => {
    await crashBetween(app.db, 300, 320);
    const one = await makePlayer();
    const engine = startEngine({ doublingMs: 2_000 });
    const { id } = await nextBetting();
    startEngine({ bettingMs: 60 });
    await bet(one, 1_000n, 200);
    await waitForRound(app.db, isIn(state));
    const [pid] = await leaders();
    await sql`select pg_terminate_backend(${pid}::int)`.execute(app.db);
    await waitForRound(app.db, isAfter(id));
    const ended = await roundOf(id);
    expect(ended.state).toBe(state === 'betting' ? 'void' : 'crashed');
    expect(await balanceOf(app, admin, one)).toBe(state === 'betting' ? 100_000n : 101_000n);
    expect(await leaders()).not.toContain(pid);
    await expect.poll(() => engine.errors.length).toBe(1);
  },
);

test('an engine that meets a fault gives its lock back, and goes on once the fault is gone', async () => {
  const engine = startEngine({ bettingMs: 60 });
  const { id } = await waitForRound(app.db, isIn('flying'));
  await sql`create trigger fault before insert on rounds
    for each statement execute function refuse_change()`.execute(app.db);
  await expect.poll(() => engine.errors.length).toBeGreaterThan(0);
  await expect.poll(leaders).toEqual([]);
  await sql`drop trigger fault on rounds`.execute(app.db);
  await waitForRound(app.db, isAfter(id));
});

test('an engine that stops while betting is open voids the round and gives the stakes back', async () => {
  const one = await makePlayer();
  const engine = startEngine({ bettingMs: 30_000 });
  const { id } = await nextBetting();
  await bet(one, 4_000n);
  expect(await balanceOf(app, admin, one)).toBe(96_000n);
  await engine.stop();
  expect((await roundOf(id)).state).toBe('void');
  expect(await balanceOf(app, admin, one)).toBe(100_000n);
  const verdict = await app.call(rounds.verify, { params: { id } });
  expect(verdict.data).toMatchObject({ state: 'void', multiplier: null, isSeedRight: true });
});

test.each([
  ['in time', 0],
  ['late', 3_600],
])(
  'a flight that an engine left is ended by the next at its committed point, %s',
  async (_, restMs) => {
    await crashBetween(app.db, 300, 320);
    const [one, other] = [await makePlayer(), await makePlayer()];
    // It flies for more than three seconds: whoever stops does not wait for its end.
    const engine = startEngine({ doublingMs: 2_000 });
    const { id, drawnHundredths } = await nextBetting();
    await bet(one, 1_000n, 290);
    await bet(other, 1_000n);
    await waitForRound(app.db, isIn('flying'));
    await engine.stop();
    expect((await roundOf(id)).state).toBe('flying');
    await sleep(restMs);
    startEngine({ bettingMs: 60 });
    await waitForRound(app.db, isAfter(id));
    const { multiplier_hundredths } = await roundOf(id);
    expect(multiplier_hundredths).toBe(drawnHundredths);
    expect(await balanceOf(app, admin, one)).toBe(101_900n);
    expect(await balanceOf(app, admin, other)).toBe(99_000n);
  },
);
