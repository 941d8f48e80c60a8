import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { ask } from '@pitboss/testkit/http-client';
import { startNode } from '@pitboss/testkit/node-process';
import { afterAll, expect, test, vi } from 'vitest';

const diskMb = 300;
const disk = mkdtempSync(join(tmpdir(), 'pitboss-full-'));

/** A disk of fixed size takes the rights to mount one. */
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    rmSync(disk, { recursive: true });
    return false;
  }
})();

afterAll(() => {
  if (!isMounted) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Writes until nothing more fits. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  const block = Buffer.alloc(64 * 1024, 1);
  try {
    for (let size = block.length; size >= 512; size /= 2) {
      while (writeSync(file, block.subarray(0, size)) === size);
    }
  } catch {
    // It is full.
  } finally {
    closeSync(file);
  }
}

test.skipIf(!isMounted)(
  'a node on a full disk is not ready, and is again when there is room',
  async () => {
    const folder = join(disk, 'data');
    mkdirSync(folder);
    const settings = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '32MB' };
    const stage = await openDatabaseStage({ folder, listen: 'tcp', settings });
    const node = await startNode(stage.url, { LOG_LEVEL: 'info' });
    const until = (status: number, message: string) =>
      vi.waitFor(
        async () => {
          const answer = await ask(node.url, { path: '/api/ready' });
          expect([answer.status, answer.message]).toEqual([status, message]);
        },
        { timeout: 60_000, interval: 100 },
      );
    try {
      expect(stage.folder.startsWith(disk)).toBe(true);
      await until(200, 'Ready');
      fill(join(disk, 'ballast'));
      await until(503, 'The database takes no changes.');
      // What is logged may reach us after the answer.
      const said = () => node.output().includes('No space left on device');
      await vi.waitUntil(said, { timeout: 60_000 });
      rmSync(join(disk, 'ballast'));
      await until(200, 'Ready');
    } finally {
      await node.end('SIGKILL');
      await stage.close();
    }
  },
);
