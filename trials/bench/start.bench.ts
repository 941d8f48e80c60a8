import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@pitboss/server/embedded/embedded';
import { isReady } from '@pitboss/testkit/http-client';
import { newNode } from '@pitboss/testkit/node-process';
import { type Figure, median } from './figure.ts';

const goal = 3;
const starts = 5;

/** The second start of a node with its own database, from the process to the first answer. */
export async function start(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-start-'));
  const seconds: number[] = [];
  const node = await newNode('', { DATA_DIR: folder });
  const firstMs = await node.start();
  await node.end();
  for (let turn = 0; turn < starts; turn++) {
    const readyMs = await node.start();
    if (!(await isReady(node.url))) throw new Error('The node is not ready.');
    seconds.push(readyMs / 1000);
    await node.end();
  }
  // The database may stand elsewhere than in its folder, where root's rights demand it.
  const home = await startEmbedded({ dataDir: folder });
  await home.stop();
  await rm(folder, { recursive: true, force: true });
  if (!home.folder.startsWith(folder)) await rm(home.folder, { recursive: true });
  const value = median(seconds);
  return [
    {
      name: 'start',
      value: Math.round(value * 100) / 100,
      unit: 's to ready',
      goal,
      holds: value <= goal,
      detail: `the first took ${(firstMs / 1000).toFixed(1)} s`,
    },
  ];
}
