import { setTimeout as sleep } from 'node:timers/promises';
import { game } from '@pitboss/contract/game';
import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { timeTo } from '@pitboss/engine/curve';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import type { RoundRow } from '../rounds/round-row.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { betFaults } from '../test/bet-faults.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { anyReturn, crashBetween, openEngineRound } from '../test/odds.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let nodes: TestApp[];
let root: TestPerson;
let admin: TestPerson;
let players: TestPerson[];
/** The same game server, on every node in turn. */
let server: TestGame;

const odds = { rtp: anyReturn };

beforeAll(async () => {
  app = await testApp(undefined, odds);
  root = await makeSuper(app);
  nodes = [app, await otherNode(app, odds), await otherNode(app, odds)];
  server = await makeGame(app, root);
  admin = await makeAdmin(app, root, { balance: 20_000_000n });
  players = [];
  for (let i = 0; i < 20; i++) players.push(await makeUser(app, admin, { balance: 500_000n }));
  await crashBetween(app.db, 250, 400);
});

afterAll(async () => {
  for (const node of nodes.slice(1)) await node.close();
  await app.close();
});

/** Whatever raced: every bet ended as its round did, was paid once, and nothing is held. */
afterEach(async () => {
  expect(await betFaults(app.db)).toEqual([]);
  expect(await auditBooks(app.db)).toEqual([]);
  const { rows } = await sql`
    select id from accounts where kind = 'stakes' and balance_minor <> 0`.execute(app.db);
  expect(rows).toEqual([]);
});

const nodeOf = (index: number): TestApp => nodes[index % nodes.length] ?? app;

/** The game server calls by way of any of the nodes. */
const callOn: (index: number) => TestGame['call'] =
  (index) =>
  (endpoint, { round, body } = {}) =>
    nodeOf(index).call(endpoint, {
      ...(round === undefined ? {} : { params: { round } }),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-service-key': server.key },
    });

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Bets one by one until the round is closed; answers with what was accepted. */
async function betUntilClosed({ token }: TestPerson, index: number, seen: Set<number>) {
  const accepted: bigint[] = [];
  for (let turn = 0; ; turn++) {
    const auto = turn % 3 === 0 ? { autoCashout: 120 + 40 * (index % 9) } : {};
    const body = { stake: BigInt(101 + 7 * index + turn), ...auto };
    const reply = await nodeOf(index + turn).call(player.placeBet, { token, body });
    seen.add(reply.status);
    if (reply.status !== 201) return accepted;
    accepted.push(reply.data._id);
  }
}

/** Leaves with one bet after the other; answers with the multipliers that were granted. */
async function leaveOneByOne({ token }: TestPerson, ids: bigint[], seen: Set<number>) {
  const granted = new Map<bigint, number | undefined>();
  for (const [index, id] of ids.entries()) {
    const reply = await nodeOf(index).call(player.cashOut, { token, params: { id } });
    seen.add(reply.status);
    if (reply.status === 200) granted.set(id, reply.data.multiplier);
  }
  return granted;
}

/** What the engine does at the end of a flight. */
async function crashInTime({ id, drawnHundredths }: RoundRow, doublingMs: number): Promise<void> {
  await sleep(timeTo(drawnHundredths, doublingMs));
  await inTransaction(nodeOf(1).db, async (tx) => {
    await crashRound(tx, id, drawnHundredths);
    await settleRound(tx, id, null);
  });
}

const settle = (index: number, roundId: bigint) =>
  nodeOf(index).call(rounds.settle, { token: root.token, body: { roundId } });

async function betsOf(round: bigint) {
  const found = app.db.selectFrom('bets').selectAll().where('round_id', '=', round);
  return found.orderBy('id').execute();
}

test('players bet, leave and settle while betting closes and the round crashes', async () => {
  const seen = { bet: new Set<number>(), leave: new Set<number>(), settle: new Set<number>() };
  const doublingMs = 150;
  let total = 0;
  for (let turn = 0; turn < 4; turn++) {
    const round = await openEngineRound(app.db, 60_000, doublingMs);
    const betting = players.map((one, index) => betUntilClosed(one, index, seen.bet));
    const placed = async () => (await betsOf(round.id)).length;
    await expect.poll(placed).toBeGreaterThan(players.length);
    const before = await placed();
    await inTransaction(nodeOf(1).db, (tx) => startRound(tx, round.id));
    // Players who go on betting must not keep the round from starting: few have a turn before it.
    expect((await placed()) - before).toBeLessThan(20 * players.length);
    const crash = crashInTime(round, doublingMs);
    const accepted = await Promise.all(betting);
    const leaving = players.map((one, index) =>
      leaveOneByOne(one, accepted[index] ?? [], seen.leave),
    );
    await sleep(timeTo(round.drawnHundredths, doublingMs) / 2);
    const settling = times(4, async (index) => {
      await sleep(index * 30);
      seen.settle.add((await settle(index, round.id)).status);
    });
    const granted = new Map((await Promise.all(leaving)).flatMap((one) => [...one]));
    await Promise.all([crash, ...settling]);
    const kept = await betsOf(round.id);
    expect(kept.map((bet) => bet.id)).toEqual(accepted.flat().toSorted((a, b) => Number(a - b)));
    for (const bet of kept) {
      const multiplier = granted.get(bet.id);
      if (multiplier) expect(bet.cashout_hundredths).toBe(multiplier);
      else if (bet.auto_hundredths === null) expect(bet.cashout_minor).toBe(0n);
    }
    total += kept.length;
  }
  expect(total).toBeGreaterThan(4 * players.length);
  expect([...seen.bet].sort()).toEqual([201, 409]);
  expect([...seen.leave].sort()).toEqual([200, 409]);
  expect([...seen.settle].filter((status) => status !== 200 && status !== 409)).toEqual([]);
});

/** Waits until so many transactions of this database wait for a lock. */
async function waitForWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    return rows.length;
  };
  await expect.poll(waiting).toBe(count);
}

test('a bet that was let in before betting closed comes before the flight, however long it waits', async () => {
  const [one] = players;
  const round = await openEngineRound(app.db, 60_000, 100);
  const blocker = await openTransaction(app.db);
  await sql`select from accounts where user_id = ${one?.id ?? 0n} for update`.execute(blocker);
  const betting = nodeOf(1).call(player.placeBet, { token: one?.token, body: { stake: 100n } });
  await waitForWaiting(1);
  const starting = inTransaction(nodeOf(2).db, (tx) => startRound(tx, round.id));
  await waitForWaiting(2);
  await blocker.rollback().execute();
  expect(await Promise.all([betting, starting])).toMatchObject([{ status: 201 }, { id: round.id }]);
  await crashInTime(round, 100);
  expect((await betsOf(round.id)).map(({ type }) => type)).toEqual(['settled']);
});

test('nobody keeps a round from starting or ending by asking again and again', async () => {
  const round = await server.open();
  const playerOf = (index: number) => players[index % players.length];
  let isOver = false;
  let asked = 0;
  const hammer = (call: (index: number) => Promise<unknown>) =>
    Promise.all(
      times(24, async (index) => {
        while (!isOver) {
          asked += 1;
          await call(index);
        }
      }),
    );
  /** How many others ask meanwhile: few, where the one who moves the round has its turn. */
  const askedDuring = async (work: () => Promise<unknown>) => {
    const before = asked;
    await work();
    return asked - before;
  };
  const tokenOf = (index: number) => ({ token: playerOf(index)?.token });
  const betting = hammer((index) =>
    nodeOf(index).call(player.placeBet, { ...tokenOf(index), body: { stake: 100n } }),
  );
  await expect.poll(() => asked).toBeGreaterThan(3 * 24);
  expect(await askedDuring(() => server.start(round))).toBeLessThan(20 * 24);
  isOver = true;
  await betting;
  isOver = false;
  const placed = await app.db
    .selectFrom('bets')
    .select(['id', 'user_id'])
    .where('round_id', '=', round)
    .execute();
  expect(placed.length).toBeGreaterThan(24);
  const leaving = hammer((index) => {
    const own = placed.find(({ user_id }) => user_id === playerOf(index)?.id);
    return nodeOf(index).call(player.cashOut, { ...tokenOf(index), params: { id: own?.id ?? 0n } });
  });
  asked = 0;
  await expect.poll(() => asked).toBeGreaterThan(3 * 24);
  expect(await askedDuring(() => server.crash(round, 200))).toBeLessThan(20 * 24);
  isOver = true;
  await leaving;
});

test('batches and single bets of one client spend its balance once', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const client = await makeUser(app, admin, { balance: 10_000n });
    const round = await server.open();
    const own = await openEngineRound(app.db, 60_000, 100);
    const batch = () => times(5, () => ({ ref: newRef(), userId: client.id, stake: 310n }));
    const batches = times(6, (index) =>
      callOn(index)(game.placeBets, { round, body: { bets: batch() } }),
    );
    const { token } = client;
    const singles = times(12, (index) =>
      nodeOf(index).call(player.placeBet, { token, body: { stake: 500n } }),
    );
    const placed = (await Promise.all(batches)).flatMap((reply) => reply.data.bets);
    const alone = await Promise.all(singles);
    for (const { status, reason } of placed) {
      expect(reason ?? status).toMatch(/^(accepted|Not enough balance: \d+\.\d\d available\.)$/);
    }
    expect(alone.map(({ status }) => status).filter((one) => one !== 201 && one !== 400)).toEqual(
      [],
    );
    const inBatches = placed.filter(({ status }) => status === 'accepted').length;
    const byHand = alone.filter(({ status }) => status === 201).length;
    const left = 10_000n - 310n * BigInt(inBatches) - 500n * BigInt(byHand);
    expect(await balanceOf(app, admin, client)).toBe(left);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(310n);
    await server.start(round);
    await Promise.all([
      server.crash(round, 200),
      inTransaction(app.db, async (tx) => {
        await startRound(tx, own.id);
        await crashRound(tx, own.id, own.drawnHundredths);
        await settleRound(tx, own.id, null);
      }),
    ]);
    expect(await balanceOf(app, admin, client)).toBe(left);
  }
});

test('the same call twice at the same time is done once, and both are told so', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const ref = newRef();
    const opened = await Promise.all(
      times(3, (index) => callOn(index)(game.openRound, { body: { ref } })),
    );
    const numbers = new Set(opened.map((reply) => reply.data.round));
    expect(numbers.size).toBe(1);
    const [round = 0n] = numbers;
    const bets = players.map(({ id }) => ({ ref: newRef(), userId: id, stake: 200n }));
    const idAfter = (index: number) => players[(index + 1) % players.length]?.id ?? 0n;
    const swapped = bets.map((bet, index) => ({ ...bet, userId: idAfter(index) }));
    const lists = [bets, bets.toReversed(), swapped, bets, swapped.toReversed()];
    const placed = await Promise.all(
      lists.map((list, index) => callOn(index)(game.placeBets, { round, body: { bets: list } })),
    );
    expect(placed.map(({ status }) => status)).toEqual(lists.map(() => 200));
    const kept = await betsOf(round);
    expect(kept.length).toBe(bets.length);
    for (const [index, reply] of placed.entries()) {
      for (const [place, verdict] of reply.data.bets.entries()) {
        const bet = kept.find((one) => one.ref === verdict.ref);
        const isSame = bet?.user_id === lists[index]?.[place]?.userId;
        const told = verdict.reason ?? verdict.betId;
        expect(told).toBe(isSame ? bet?.id : 'This ref was used for another bet.');
      }
    }
    await Promise.all(times(3, (index) => callOn(index)(game.startRound, { round })));
    const cashouts = bets.slice(0, 10).map((bet) => ({ ref: bet.ref, multiplier: 150 }));
    const left = await Promise.all(
      times(3, (index) => callOn(index)(game.cashOut, { round, body: { cashouts } })),
    );
    expect(left.map((reply) => reply.data.accepted)).toEqual([10, 10, 10]);
    const body = { multiplier: 200 };
    const crashed = await Promise.all(
      times(3, (index) => callOn(index)(game.crashRound, { round, body })),
    );
    expect(crashed.map((reply) => reply.data.settled)).toEqual(times(3, () => bets.length));
  }
});

test('of crash, void and settlement at the same time one ends the round, and each bet ends once', async () => {
  const ends = new Set<string>();
  // Until either has been first once: on a busy machine it may be the same one for a while.
  for (let turn = 0; turn < 12 || ends.size < 2; turn++) {
    const round = await server.open();
    const bets = players.map(({ id }, index) => ({
      ref: newRef(),
      userId: id,
      stake: BigInt(100 + index),
      ...(index % 2 ? { autoCashout: 130 + 10 * index } : {}),
    }));
    await server.place(round, bets);
    await server.start(round);
    const cashouts = bets
      .filter((_, i) => i % 4 === 0)
      .map(({ ref }) => ({ ref, multiplier: 140 }));
    const crash = (index: number, isSettled: boolean) =>
      callOn(index)(game.crashRound, { round, body: { multiplier: 200, settle: isSettled } });
    const acts = [
      () => callOn(turn)(game.cashOut, { round, body: { cashouts } }),
      () => crash(turn + 1, true),
      () => crash(turn + 2, false),
      () => callOn(turn + 3)(game.voidRound, { round }),
      ...times(3, (index) => () => settle(turn + index, round)),
    ];
    const order = [...acts.slice(turn % acts.length), ...acts.slice(0, turn % acts.length)];
    const replies = await Promise.all(order.map((act) => act()));
    for (const { status, message } of replies) expect([200, 409], message).toContain(status);
    const last = await settle(0, round);
    expect(last.status).toBe(200);
    const kept = await betsOf(round);
    expect(kept.length).toBe(bets.length);
    const [end = '', ...others] = new Set(kept.map((bet) => bet.type));
    expect(['settled', 'void']).toContain(end);
    expect(others).toEqual([]);
    ends.add(end);
    expect((await settle(1, round)).message).toBe(`Nothing was left to settle in round ${round}.`);
  }
});

test('many rounds of the same clients settle at the same time while money comes and goes', async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 4; turn++) {
    const open = await Promise.all(times(6, () => server.open()));
    const placing = open.map((round, index) => {
      const order = index % 2 ? players : players.toReversed();
      const bets = order.map(({ id }) => ({ ref: newRef(), userId: id, stake: 150n }));
      return callOn(index)(game.placeBets, { round, body: { bets } });
    });
    const cashier = players.flatMap(({ id }, index) => {
      const sent = { token: admin.token, params: { id }, body: { amount: 300n, remarks: 'race' } };
      return [
        nodeOf(index).call(transactions.deposit, sent),
        nodeOf(index + 1).call(transactions.withdraw, sent),
      ];
    });
    for (const reply of await Promise.all([...placing, ...cashier])) statuses.add(reply.status);
    await Promise.all(open.map((round) => server.start(round)));
    const ending = open.map((round, index) =>
      index % 3 === 2
        ? callOn(index)(game.voidRound, { round })
        : callOn(index)(game.crashRound, { round, body: { multiplier: 170 } }),
    );
    const moving = players.map(({ id }, index) => {
      const sent = { token: admin.token, params: { id }, body: { amount: 200n, remarks: 'race' } };
      return nodeOf(index).call(index % 2 ? transactions.deposit : transactions.withdraw, sent);
    });
    for (const reply of await Promise.all([...ending, ...moving])) statuses.add(reply.status);
  }
  expect([...statuses]).toEqual([200]);
});
