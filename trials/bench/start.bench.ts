import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@pitboss/server/embedded/embedded';
import { type Figure, median } from './figure.ts';
import { startNode } from './start-node.ts';

const goal = 3;
const starts = 5;

/** The second start of a node with its own database, from the process to the first answer. */
export async function start(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-start-'));
  const settings = { DATABASE_URL: '', DATA_DIR: folder };
  const seconds: number[] = [];
  const first = await startNode('', settings);
  await first.stop();
  for (let turn = 0; turn < starts; turn++) {
    const node = await startNode('', settings);
    const reply = await fetch(`http://127.0.0.1:${node.port}/api/ready`);
    if (!reply.ok) throw new Error('The node is not ready.');
    seconds.push(node.readyMs / 1000);
    await node.stop();
  }
  // The database may stand elsewhere than in its folder, where root's rights demand it.
  const home = await startEmbedded({ dataDir: folder });
  await home.stop();
  await rm(folder, { recursive: true, force: true });
  if (!home.folder.startsWith(folder)) await rm(home.folder, { recursive: true });
  const value = median(seconds);
  return [
    {
      ...{ name: 'start', value: Math.round(value * 100) / 100, unit: 's to ready' },
      ...{
        goal,
        holds: value <= goal,
        detail: `the first took ${(first.readyMs / 1000).toFixed(1)} s`,
      },
    },
  ];
}
