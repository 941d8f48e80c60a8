import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedHome } from '../embedded/home.ts';
import { isServerOf } from '../embedded/server.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitboss-throw-away-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a throw-away database ends when the process that started it is killed', async () => {
  const script = `
    import { startThrowAway } from '@pitboss/testkit/throw-away';
    await startThrowAway({ dataDir: process.argv[1], settings: { shared_buffers: '16MB' } });
    console.log('serves');
    setInterval(() => {}, 1_000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((done) => owner.stdout.once('data', done));
  const { cluster } = embeddedHome(dataDir);
  const [line = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  expect(isServerOf(cluster, Number(line))).toBe(true);
  owner.kill('SIGKILL');
  await expect.poll(() => isServerOf(cluster, Number(line)), { timeout: 60_000 }).toBe(false);
});
