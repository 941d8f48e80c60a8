import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { run } from './processes.mjs';

describe('running a program', () => {
  test('tells its exit code and what it said on both channels', async () => {
    const script = "console.log('out'); console.error('err'); process.exitCode = 3;";
    const { code, output, timedOut } = await run(process.execPath, ['-e', script]);
    expect(code).toBe(3);
    expect(output.split('\n').sort().join(' ').trim()).toBe('err out');
    expect(timedOut).toBe(false);
  });

  test('says so when there is no such program', async () => {
    // By its whole path: a folder of the search path may be closed to whoever runs this.
    const { code, output } = await run(join(tmpdir(), 'no-such-program'), []);
    expect(code).toBe(127);
    expect(output).toContain('ENOENT');
  });

  test('ends it together with its children when time runs out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-run-'));
    const file = join(folder, 'pid');
    const script = `sleep 60 & echo $! > ${file}; wait`;
    const { code, timedOut } = await run('sh', ['-c', script], { limitMs: 500 });
    expect(timedOut).toBe(true);
    expect(code).not.toBe(0);
    await sleep(200);
    const pid = readFileSync(file, 'utf8').trim();
    const state = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
    expect(['', 'Z']).toContain(state.slice(0, 1));
    rmSync(folder, { recursive: true });
  });
});
