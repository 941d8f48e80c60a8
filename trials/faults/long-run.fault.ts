import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeProcess } from '@pitboss/testkit/node-process';
import { residentMb } from '@pitboss/testkit/resident-memory';
import { startLoad } from './load.ts';
import type { Options } from './options.ts';
import type { Outcome } from './outcome.ts';
import { series, type Turn } from './series.ts';
import { inWorld, type World } from './world.ts';

const turnMs = 30_000;
const slopeLimitMbAnHour = 5;
/** In less time than this the slope is noise, and is printed without a judgement. */
const slopeCountsAfterMinutes = 60;

type Fault = (world: World, random: () => number) => Promise<void>;

const faults: Record<string, Fault> = {
  killNode: async ({ nodes }) => {
    await nodes[1]?.end('SIGKILL');
    await nodes[1]?.start();
  },
  restartNode: async ({ nodes }) => {
    await nodes[1]?.end('SIGTERM');
    await nodes[1]?.start();
  },
  killDatabase: async ({ database }) => database.kill('whole'),
  killBackend: async ({ database }, random) =>
    database.kill('backend', () => Math.floor(random() * 4)),
  haltDatabase: async ({ database }) => {
    database.halt();
    await sleep(3_000);
    database.resume();
  },
  late: ({ proxy }, random) => forAWhile(proxy, () => proxy.delay(100 + random() * 400)),
  blackHole: ({ proxy }) => forAWhile(proxy, () => proxy.block()),
  reset: async ({ proxy }) => proxy.reset(),
  refuse: ({ proxy }) => forAWhile(proxy, () => proxy.refuse()),
};

async function forAWhile(proxy: { mend(): void }, begin: () => void): Promise<void> {
  begin();
  await sleep(5_000);
  proxy.mend();
}

interface Sample {
  atMs: number;
  mb: number;
}

/** R21: mixed load for a long time, with a fault of a random kind every few seconds. */
export async function longRun(options: Options): Promise<Outcome[]> {
  const { seed } = options;
  const minutes = options.isQuick ? 0.2 : options.minutes;
  const rounds = Math.max(1, Math.round((minutes * 60_000) / turnMs));
  return inWorld({ byProxy: true }, async (world) => {
    const samples: Sample[] = [];
    const made: Record<string, number> = {};
    const given = { row: 'R21', name: 'long-run', seed, rounds };
    const outcome = await series(world, given, (turn) =>
      disturb(turn, options.isQuick ? 6_000 : turnMs, samples, made),
    );
    const { slope, growth } = slopeOf(samples);
    if (minutes >= slopeCountsAfterMinutes && slope > slopeLimitMbAnHour) {
      outcome.faults.push(`The node that was never killed grows by ${slope} MB an hour.`);
    }
    const faultsMade = Object.entries(made).map(([name, count]) => `${name} ${count}`);
    const memory = { slopeMbAnHour: slope, growthMb: growth };
    Object.assign(outcome.figures, { minutes, ...memory, faultsMade: faultsMade.join(' ') });
    return [outcome];
  });
}

async function disturb(
  { world, book, random }: Turn,
  lastsMs: number,
  samples: Sample[],
  made: Record<string, number>,
): Promise<void> {
  const load = startLoad(world, book, { workers: 16, random });
  const endsAt = performance.now() + lastsMs;
  while (performance.now() < endsAt) {
    await sleep(1_000 + random() * 2_000);
    const names = Object.keys(faults);
    const name = names[Math.floor(random() * names.length)] ?? 'reset';
    made[name] = (made[name] ?? 0) + 1;
    await faults[name]?.(world, random);
    samples.push(sampleOf(world.nodes[0]));
  }
  await load.end();
}

function sampleOf(node: NodeProcess | undefined): Sample {
  return { atMs: performance.now(), mb: node ? residentMb(node.pid()) : 0 };
}

/** The straight line through the memory after the first third, when the node is warm. */
function slopeOf(samples: Sample[]): { slope: number; growth: number } {
  const warm = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const atMean = mean(warm.map(({ atMs }) => atMs));
  const mbMean = mean(warm.map(({ mb }) => mb));
  const above = warm.reduce((sum, { atMs, mb }) => sum + (atMs - atMean) * (mb - mbMean), 0);
  const below = warm.reduce((sum, { atMs }) => sum + (atMs - atMean) ** 2, 0);
  const slope = below > 0 ? (above / below) * 3_600_000 : 0;
  return { slope: Math.round(slope), growth: (warm.at(-1)?.mb ?? 0) - (warm[0]?.mb ?? 0) };
}
