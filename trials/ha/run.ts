import { parseArgs } from 'node:util';
import { ensurePanel } from '../../tools/panel.mjs';
import { main, whenToldToStop } from '../../tools/processes.mjs';
import { type Place, stopAll } from '../cluster/place.ts';
import { startDatabase } from './database.ts';
import { closePlace, ensureDebian, openPlace } from './debian.ts';
import { type Platform, startNodes } from './nodes.ts';
import type { Cluster } from './patroni.ts';
import { testHa } from './test.ts';

const usage =
  'Use: npm run ha -- [--folder place] [--minutes 60] [--test [--rounds 20] [--seed 1]]';

// `npm run ha` starts three PostgreSQL with automatic fail-over and two nodes on this machine,
// until Ctrl-C or its time is up; `--test` breaks them over and over instead, and ends.
await main(async () => {
  const wish = readArguments();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  whenToldToStop(tell);
  if (!wish.test) await ensurePanel();
  const place = openPlace(wish.folder);
  try {
    const work = (async () => {
      await ensureDebian(place);
      const cluster = await startDatabase(place);
      const platform = await startNodes(place, cluster);
      describe(place, cluster, platform);
      if (wish.test) return testHa(place, cluster, platform, wish);
      console.log(`It stops with Ctrl-C, or by itself after ${wish.minutes} minutes.`);
      await new Promise((resolve) => setTimeout(resolve, wish.minutes * 60_000).unref());
      return 0;
    })();
    // Told to stop in the middle of the start, the rest of it fails and nobody minds.
    work.catch(() => {});
    return await Promise.race([work, told.then(() => (wish.test ? 1 : 0))]);
  } finally {
    console.log('Stopping…');
    await stopAll(place);
    await closePlace(place, wish.folder !== undefined);
  }
});
// A round that was cut off still waits for answers that nobody gives any more.
process.exit();

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        test: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '60' },
        rounds: { type: 'string', default: '20' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        folder: { type: 'string' },
      },
    });
    const number = (text: string) => {
      const one = Number(text);
      if (!(one >= 1 && one <= 1_000_000)) throw new Error();
      return one;
    };
    const [minutes, rounds] = [number(values.minutes), number(values.rounds)];
    return { ...values, minutes, rounds, seed: number(values.seed) };
  } catch {
    throw new Error(usage);
  }
}

function describe(place: Place, { members, port }: Cluster, { owner, nodes }: Platform): void {
  console.log(`Pitboss is ready (${owner.username}, ${owner.password}):`);
  for (const { name, address } of nodes) console.log(`  ${name}   ${address}`);
  console.log(`  haproxy  127.0.0.1:${port}, to whoever leads`);
  for (const { name, ports } of members) {
    console.log(`  ${name}       127.0.0.1:${ports.postgres}, Patroni at ${ports.rest}`);
  }
  console.log(`  logs in  ${place.folder}`);
}
