import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@pitboss/server/demo/random';
import { newBook } from './book.ts';
import { compare } from './check.ts';
import { startLoad } from './load.ts';
import type { Options } from './options.ts';
import { type Control, control, type Outcome } from './outcome.ts';
import { series } from './series.ts';
import { inWorld, type World } from './world.ts';

const limitMs = 120_000;

/** R6: connections that break right after a commit was sent, and callers who hang up. */
export async function unknownOutcome(options: Options): Promise<Outcome[]> {
  const { seed, isQuick, rounds } = options;
  const times = rounds ?? (isQuick ? 40 : 500);
  const given = { seed, rounds: 1, row: 'R6' };
  return inWorld({ byProxy: true }, async (world) => {
    const broken = await series(world, { ...given, name: 'commit-reset' }, async (turn) => {
      const { book, random } = turn;
      const startedAt = performance.now();
      const load = startLoad(world, book, { workers: 12, random });
      world.proxy.breakCommits('after', () => random() < 0.3 && world.proxy.broken() < times);
      while (world.proxy.broken() < times && performance.now() - startedAt < limitMs) {
        await sleep(20);
      }
      world.proxy.mend();
      await load.end();
    });
    broken.rounds = world.proxy.broken();
    if (broken.rounds < times) broken.faults.push(`Only ${broken.rounds} commits were cut off.`);
    broken.controls.push(await assumingSuccess(world, seed));
    return [broken, await hangUps(options, times)];
  });
}

async function hangUps({ seed }: Options, times: number): Promise<Outcome> {
  return inWorld({}, async (world) => {
    let hungUp = 0;
    const given = { row: 'R6', name: 'client-hangs-up', seed, rounds: 1 };
    const outcome = await series(world, given, async ({ book, random }) => {
      const hangsUp = () => random() < 0.4 && hungUp++ < times;
      const load = startLoad(world, book, { workers: 12, random, hangsUp });
      const startedAt = performance.now();
      while (hungUp < times && performance.now() - startedAt < limitMs) await sleep(20);
      await load.end();
    });
    outcome.rounds = Math.min(hungUp, times);
    if (hungUp < times) outcome.faults.push(`Only ${hungUp} callers hung up.`);
    return outcome;
  });
}

/** A client that takes a missing answer for success, while commits never arrive. */
async function assumingSuccess(world: World, seed: number): Promise<Control> {
  const random = seededRandom(seed + 3);
  const known = await compare(world, []);
  const book = newBook();
  const options = { workers: 4, random, orders: 40, onlyDeposits: true, assumesSuccess: true };
  world.proxy.breakCommits('before', () => random() < 0.5);
  await startLoad(world, book, options).done;
  world.proxy.mend();
  await sleep(500);
  const { lost } = await compare(world, book.acknowledged);
  const isQuiet = known.lost.length === 0;
  return control('success assumed where none was told, lost', isQuiet ? lost.length : 0);
}
