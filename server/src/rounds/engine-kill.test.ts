import { setTimeout as sleep } from 'node:timers/promises';
import { timeTo } from '@pitboss/engine/curve';
import { tryAsk } from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess } from '@pitboss/testkit/node-process';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { inTransaction } from '../db/transaction.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { auditRollups } from '../reports/audit-rollups.ts';
import { betFaults } from '../test/bet-faults.ts';
import { crashBetween } from '../test/odds.ts';
import { newestRound, roundFaults, waitForRound } from '../test/running-rounds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { getRound, type RoundRow } from './round-row.ts';

let app: TestApp;
let players: TestPerson[];
const started: NodeProcess[] = [];
const doublingMs = 10_000;

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  const admin = await makeAdmin(app, root, { balance: 20_000_000n });
  players = [];
  for (let i = 0; i < 8; i++) players.push(await makeUser(app, admin, { balance: 1_000_000n }));
  // Slow and low: a real node draws from no table that returns too much.
  await crashBetween(app.db, 105, 110, 940_000);
});

afterEach(async () => {
  await Promise.all(started.map((node) => node.end('SIGKILL')));
});

afterAll(() => app.close());

async function startWithEngine(): Promise<NodeProcess> {
  const node = await launchNode(app.url, {
    ENGINE: 'on',
    ROUND_BETTING_MS: '900',
    ROUND_DOUBLING_MS: String(doublingMs),
    ROUND_PAUSE_MS: '50',
  });
  started.push(node);
  await node.untilReady();
  return node;
}

/** What the nodes have told players, by bet: the multiplier that it left at, if it left. */
const told = new Map<string, number | undefined>();

/** Asks the node itself, as a player's app would; nothing when it does not answer any more. */
async function ask({ url }: NodeProcess, { token }: TestPerson, path: string, body: object = {}) {
  const answer = await tryAsk(url, { path: `/api/player/${path}`, token, body });
  if (answer.status === 0 || answer.status >= 300) return undefined;
  const { _id, multiplier } = answer.data;
  told.set(_id, multiplier);
  return _id;
}

/** Everybody bets by way of the node, with a target and without. */
function bet(node: NodeProcess): Promise<(string | undefined)[]> {
  const stakes = [{ stake: 3 }, { stake: 2.5, autoCashout: 1.03 }];
  return Promise.all(stakes.flatMap((body) => players.map((one) => ask(node, one, 'bets', body))));
}

/** A crowd in one set, so that settling takes long enough to be cut off in its midst. */
async function betAsCrowd({ id }: RoundRow): Promise<void> {
  const crowd = Array.from({ length: 400 }, (_, index) => ({
    ref: null,
    userId: players[index % players.length]?.id ?? 0n,
    stakeMinor: 7n,
    autoHundredths: 101 + index,
  }));
  const nobody = { actorId: null, serviceKeyId: null };
  await inTransaction(app.db, (tx) => placeBets(tx, id, nobody, crowd));
}

/** The round once betting is over; on a busy machine it may have crashed already. */
async function takenOff({ id }: RoundRow): Promise<RoundRow> {
  await waitForRound(app.db, (newest) => newest.id > id || newest.state !== 'betting');
  return getRound(app.db, id);
}

/** When to kill: so long after the bets are in, after take-off, or after the crash is due. */
interface Moment {
  in: 'betting' | 'flying' | 'crash';
  afterMs: number;
}

/** Kills the node, and answers with the round as it was committed by then, and with the newest. */
async function killAt(moment: Moment, node: NodeProcess, round: RoundRow) {
  const betting = bet(node);
  await betAsCrowd(round);
  if (moment.in === 'betting') await sleep(moment.afterMs);
  else {
    const ids = await betting;
    const { flyingAt, drawnHundredths } = await takenOff(round);
    const [one, other] = players;
    if (one && other) await Promise.all([leave(node, one, ids[0]), leave(node, other, ids[1])]);
    const flightMs = moment.in === 'crash' ? timeTo(drawnHundredths, doublingMs) : 0;
    await sleep(Math.max(0, Number(flyingAt) + flightMs + moment.afterMs - Date.now()));
  }
  await node.end('SIGKILL');
  await betting;
  // The database may be in the middle of what the node asked for last.
  await sleep(150);
  const last = (await newestRound(app.db))?.id ?? round.id;
  return { cut: await getRound(app.db, round.id), last };
}

const leave = (node: NodeProcess, one: TestPerson, id: string | undefined) =>
  ask(node, one, `bets/${id}/cashout`);

const becomes = { betting: 'void', flying: 'crashed', crashed: 'crashed', void: 'void' } as const;

/** The round that was cut off has ended as it must, and nobody was told what is not so. */
async function expectInOrder(cut: RoundRow): Promise<void> {
  const { state, multiplierHundredths } = await getRound(app.db, cut.id);
  expect(state).toBe(becomes[cut.state]);
  if (state === 'crashed') expect(multiplierHundredths).toBe(cut.drawnHundredths);
  expect([...(await roundFaults(app.db)), ...(await betFaults(app.db))]).toEqual([]);
  expect(await auditBooks(app.db)).toEqual([]);
  expect(await auditRollups(app.db)).toEqual([]);
  const kept = await app.db.selectFrom('bets').select(['id', 'cashout_hundredths']).execute();
  const left = new Map(kept.map((one) => [String(one.id), one.cashout_hundredths]));
  for (const [id, multiplier] of told) {
    expect(left.has(id)).toBe(true);
    if (multiplier) expect(left.get(id)).toBe(Math.round(multiplier * 100));
  }
}

const isOpenAfter = (last: bigint) => (round: RoundRow) =>
  round.id > last && round.state === 'betting';

test('kills in every part of a round leave nothing in limbo when the node is back', async () => {
  const moments: Moment[] = [
    ...[100, 300].map((afterMs) => ({ in: 'betting' as const, afterMs })),
    ...[20, 150].map((afterMs) => ({ in: 'flying' as const, afterMs })),
    ...[0, 30, 70, 400].map((afterMs) => ({ in: 'crash' as const, afterMs })),
  ];
  const states = new Set<string>();
  let node = await startWithEngine();
  let round = await waitForRound(app.db, isOpenAfter(0n));
  for (const moment of moments) {
    const { cut, last } = await killAt(moment, node, round);
    states.add(cut.state);
    node = await startWithEngine();
    round = await waitForRound(app.db, isOpenAfter(last));
    await expectInOrder(cut);
  }
  expect([...states]).toEqual(expect.arrayContaining(['betting', 'flying']));
  // On a busy machine many bets come when betting is over.
  expect(told.size).toBeGreaterThan(0);
});

test('when the node that runs the rounds is killed, another goes on', async () => {
  let leader = await startWithEngine();
  let last = (await newestRound(app.db))?.id ?? 0n;
  for (const moment of [
    { in: 'flying', afterMs: 100 },
    { in: 'betting', afterMs: 200 },
  ] as const) {
    const other = await startWithEngine();
    const round = await waitForRound(app.db, isOpenAfter(last));
    const killed = await killAt(moment, leader, round);
    last = (await waitForRound(app.db, isOpenAfter(killed.last))).id;
    expect(other.isRunning()).toBe(true);
    await expectInOrder(killed.cut);
    leader = other;
  }
  expect(await leader.end('SIGTERM')).toBe(0);
  expect((await newestRound(app.db))?.state).not.toBe('betting');
});
