import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isReady } from '@pitboss/testkit/http-client';
import { launchNode, type NodeProcess } from '@pitboss/testkit/node-process';
import { runCommand } from '@pitboss/testkit/run-command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { openFolder } from './test/open-folder.ts';
import { shortDemo } from './test/short-demo.ts';

const nodes: NodeProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await openFolder('pitboss-reset-');
});

afterAll(async () => {
  for (const node of nodes) await node.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function makeDemo(name: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir: join(folder, name) });
  const { db, close } = openDatabase({ url: embedded.url });
  await migrate(db);
  await shortDemo(db);
  await close();
  await embedded.stop();
}

/** A node with an embedded database of its own in a folder of that name. */
async function startOwn(name: string, settings: Record<string, string>): Promise<NodeProcess> {
  const node = await launchNode('', { DATA_DIR: join(folder, name), ...settings });
  nodes.push(node);
  await node.untilReady();
  return node;
}

function resetDemo(name: string, more: Record<string, string> = {}) {
  return runCommand('reset-demo', [], { DATA_DIR: join(folder, name), ...more });
}

test('a demo is removed once no node runs on it, and what else is there stays', async () => {
  await makeDemo('demo');
  const node = await startOwn('demo', { DEMO: 'on' });
  const refused = await resetDemo('demo');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('already runs on') });
  expect(await isReady(node.url)).toBe(true);
  // Killed, it leaves its database running.
  await node.end('SIGKILL');
  await writeFile(join(folder, 'demo', 'notes.txt'), 'mine');
  const done = await resetDemo('demo');
  expect(done.output).toMatch(/^Removed the demo and its \d accounts, in \S+database\./);
  expect(done.code).toBe(0);
  expect(await readdir(join(folder, 'demo'))).toEqual(['notes.txt']);
  const again = await resetDemo('demo');
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('nothing to remove') });
  const anew = await startOwn('demo', { DEMO: 'off' });
  expect(await anew.end('SIGTERM')).toBe(0);
});

test('a platform in earnest is left alone', async () => {
  const node = await startOwn('earnest', { DEMO: 'off' });
  await node.end('SIGTERM');
  const { code, output } = await resetDemo('earnest');
  expect([code, output]).toEqual([1, expect.stringContaining('is no demo')]);
  const again = await startOwn('earnest', { DEMO: 'off' });
  expect(await again.end('SIGTERM')).toBe(0);
});

test('nothing is touched that is not an embedded database', async () => {
  const url = 'postgres://someone@db.example/pitboss';
  const foreign = await resetDemo('none', { DATABASE_URL: url });
  expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('of your own') });
  const none = await resetDemo('none');
  expect(none).toMatchObject({ code: 0, output: expect.stringContaining('nothing to remove') });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
