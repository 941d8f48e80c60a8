import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { bareEnvironment } from './test/bare-environment.ts';
import { type NodeProcess, startNode } from './test/node-process.ts';
import { shortDemo } from './test/short-demo.ts';

const command = fileURLToPath(new URL('./reset-demo.ts', import.meta.url));
const nodes: NodeProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-reset-'));
  await chmod(folder, 0o755);
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
  const own = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: join(folder, name) };
  // The address is of no use: it has its own.
  const node = await startNode('postgres://nobody@127.0.0.1/none', { ...own, ...settings });
  nodes.push(node);
  await node.ready;
  return node;
}

function resetDemo(name: string, more: Record<string, string> = {}) {
  const env = { ...bareEnvironment, DATA_DIR: join(folder, name), ...more };
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [command], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` }),
    );
  });
}

test('a demo is removed once no node runs on it, and what else is there stays', async () => {
  await makeDemo('demo');
  const node = await startOwn('demo', { DEMO: 'on', SUPER_USERNAME: '', SUPER_PASSWORD: '' });
  const refused = await resetDemo('demo');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('already runs on') });
  expect((await fetch(`${node.url}/api/ready`)).status).toBe(200);
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
}, 240_000);

test('a platform in earnest is left alone', async () => {
  const node = await startOwn('earnest', { DEMO: 'off' });
  await node.end('SIGTERM');
  const { code, output } = await resetDemo('earnest');
  expect([code, output]).toEqual([1, expect.stringContaining('is no demo')]);
  const again = await startOwn('earnest', { DEMO: 'off' });
  expect(await again.end('SIGTERM')).toBe(0);
}, 120_000);

test('nothing is touched that is not an embedded database', async () => {
  const url = 'postgres://someone@db.example/pitboss';
  const foreign = await resetDemo('none', { DATABASE_URL: url });
  expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining('of your own') });
  const none = await resetDemo('none');
  expect(none).toMatchObject({ code: 0, output: expect.stringContaining('nothing to remove') });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
