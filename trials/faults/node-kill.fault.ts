import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import type { NodeProcess } from '@pitboss/testkit/node-process';
import { newBook, percentile } from './book.ts';
import { compare } from './check.ts';
import { startLoad } from './load.ts';
import { type Options, roundsOf } from './options.ts';
import { type Control, control, type Outcome } from './outcome.ts';
import { series, type Turn } from './series.ts';
import { inWorld, type World } from './world.ts';

const startLimitMs = 3_000;
const inFlight = 60;
const controlRoundsMax = 10;

/** R1: two nodes under load, each killed once a round at a random moment. */
export async function nodeKill(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 50, 2);
  const orders = options.orders ?? (options.isQuick ? 200 : 400);
  return inWorld({}, async (world) => {
    const starts: number[] = [];
    const outcome = await series(world, { row: 'R1', name: 'node-kill', seed, rounds }, (turn) =>
      killBoth(turn, orders, starts),
    );
    const slowest = Math.round(Math.max(...starts));
    const median = Math.round(percentile(starts, 0.5));
    if (slowest > startLimitMs) {
      outcome.late.push(`A node took ${slowest} ms to serve again, more than ${startLimitMs}.`);
    }
    Object.assign(outcome.figures, {
      kills: starts.length,
      servingAgainMsMax: slowest,
      servingAgainMsMedian: median,
    });
    outcome.controls.push(await withoutKeys(world, seed));
    return [outcome];
  });
}

async function killBoth(turn: Turn, orders: number, starts: number[]): Promise<void> {
  const { world, book, random } = turn;
  const load = startLoad(world, book, { workers: inFlight, random, orders });
  const killAt = async (node: NodeProcess | undefined, order: number) => {
    while (load.taken() < order) await sleep(2);
    await node?.end('SIGKILL');
    starts.push((await node?.start()) ?? 0);
  };
  const [one, other] = random() < 0.5 ? world.nodes : world.nodes.toReversed();
  const moments = [0.15 + random() * 0.35, 0.55 + random() * 0.3].map((part) => part * orders);
  await Promise.all([killAt(one, moments[0] ?? 0), killAt(other, moments[1] ?? 0)]);
  await load.end();
}

/** Both nodes are told to stop at the same moment, and started again: nobody serves meanwhile. */
export async function restartBoth(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const rounds = roundsOf(options, 5, 1);
  return inWorld({}, async (world) => {
    const given = { row: 'R1', name: 'restart-both', seed, rounds };
    const outcome = await series(world, given, async ({ book, random }) => {
      const load = startLoad(world, book, { workers: 24, random });
      await sleep(500 + random() * 500);
      await Promise.all(world.nodes.map((node) => node.end('SIGTERM')));
      await Promise.all(world.nodes.map((node) => node.start()));
      await sleep(500);
      await load.end();
    });
    return [outcome];
  });
}

/** The same load, re-sent without a key: kills must show as money moved twice. */
async function withoutKeys(world: World, seed: number): Promise<Control> {
  const random = seededRandom(seed + 1);
  const book = newBook();
  const before = await compare(world, []);
  for (let round = 0; round < controlRoundsMax; round++) {
    const options = { workers: inFlight, random, withoutKeys: true, onlyDeposits: true };
    const load = startLoad(world, book, { ...options, orders: 400 });
    while (load.taken() < 250) await sleep(2);
    const node = world.nodes[round % world.nodes.length];
    await node?.end('SIGKILL');
    await node?.start();
    await load.end();
    const after = await compare(world, []);
    // Nothing is told to the check, so what is there now and was not before was made by the load.
    const made = after.doubled.length - before.doubled.length;
    const extra = made - book.acknowledged.length;
    if (extra > 0) return control('re-sent without keys, doubled', extra);
  }
  return control('re-sent without keys, doubled', 0);
}
