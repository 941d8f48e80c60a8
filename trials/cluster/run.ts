import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensurePanel } from '../../tools/panel.mjs';
import { main, whenToldToStop } from '../../tools/processes.mjs';
import { startPrimary, startReplica } from './database.ts';
import { startNode, startProxy } from './nodes.ts';
import { openPlace, type Place, stopAll } from './place.ts';
import { ensurePrograms } from './programs.ts';
import { type Cluster, testCluster } from './test.ts';

const usage = 'Use: npm run cluster -- [--test] [--minutes 60] [--port 8080] [--folder place]';

// `npm run cluster` starts PostgreSQL with a replica, two nodes and a proxy on this machine, until
// Ctrl-C or its time is up; `--test` tries them out instead and ends.
await main(async () => {
  const wish = readArguments();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  whenToldToStop(tell);
  await ensurePanel();
  const programs = await ensurePrograms();
  const place = await openPlace(wish.folder);
  try {
    const work = (async () => {
      const cluster = await startCluster(place, programs, wish.port);
      describe(place, cluster, wish);
      if (wish.test) return testCluster(place, cluster);
      await new Promise((resolve) => setTimeout(resolve, wish.minutes * 60_000).unref());
      return 0;
    })();
    // Told to stop in the middle of the start, the rest of it fails and nobody minds.
    work.catch(() => {});
    return await Promise.race([work, told.then(() => 0)]);
  } finally {
    console.log('Stopping…');
    await stopAll(place);
    if (!wish.folder) rmSync(place.folder, { recursive: true, force: true });
  }
});

interface Wish {
  test: boolean;
  minutes: number;
  port: number | undefined;
  folder: string | undefined;
}

function readArguments(): Wish {
  try {
    const { values } = parseArgs({
      options: {
        test: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '60' },
        port: { type: 'string' },
        folder: { type: 'string' },
      },
    });
    const minutes = Number(values.minutes);
    if (!(minutes > 0 && minutes <= 10_000)) throw new Error();
    const port = values.port ? Number(values.port) : undefined;
    return { test: values.test, minutes, port, folder: values.folder };
  } catch {
    throw new Error(usage);
  }
}

async function startCluster(
  place: Place,
  programs: { postgres: string; haproxy: string },
  port: number | undefined,
): Promise<Cluster> {
  const primary = await startPrimary(place, programs.postgres);
  const replica = await startReplica(place, programs.postgres, primary);
  const nodes = await Promise.all(
    ['node-1', 'node-2'].map((name) => startNode(place, name, { primary, replica })),
  );
  const proxy = await startProxy(place, programs.haproxy, nodes, port);
  return { primary, replica, nodes, proxy };
}

function describe(place: Place, cluster: Cluster, { test, minutes }: Wish): void {
  const { primary, replica, nodes, proxy } = cluster;
  console.log(`Pitboss is ready: ${proxy.address} (super, Super@12345)`);
  for (const { name, address } of nodes) console.log(`  ${name}   ${address}`);
  console.log(`  primary  127.0.0.1:${primary.port}`);
  console.log(`  replica  127.0.0.1:${replica.port}`);
  console.log(`  logs in  ${place.folder}`);
  if (!test) console.log(`It stops with Ctrl-C, or by itself after ${minutes} minutes.`);
}
