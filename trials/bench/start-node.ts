import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeUrl } from '@pitboss/server/test/node-url';
import { serverFlags } from '../../tools/server-flags.mjs';

export const superSignIn = { username: 'root', password: 'Correct-horse-1' };

export interface BenchNode {
  port: number;
  readyMs: number;
  /** What of its memory is resident now, in megabytes, with the processes that it started. */
  residentMb(): number;
  stop(): Promise<void>;
}

const ourMain = fileURLToPath(import.meta.resolve('@pitboss/server/main'));

/** A node as it runs for operators, as a process of its own, on this owner's database. */
export async function startNode(
  ownerUrl: string,
  settings: Record<string, string> = {},
  main = ourMain,
): Promise<BenchNode> {
  const startedAt = performance.now();
  const node = spawn(process.execPath, [...serverFlags, main], {
    env: {
      ...process.env,
      // Without an owner's address it is to have a database of its own.
      DATABASE_URL: ownerUrl && nodeUrl(ownerUrl),
      DATABASE_OWNER_URL: ownerUrl,
      DEMO: 'off',
      PORT: '0',
      SUPER_USERNAME: superSignIn.username,
      SUPER_PASSWORD: superSignIn.password,
      LOG_LEVEL: 'error',
      // Rounds of its own would take the cores that are measured.
      ENGINE: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    node.once('exit', () => reject(new Error('The node ended while it started.')));
    node.stdout.on('data', (text: Buffer) => {
      const found = /ready: http:\/\/[^:]+:(\d+)/.exec(text.toString());
      if (found) resolve(Number(found[1]));
    });
  });
  return {
    port,
    readyMs: performance.now() - startedAt,
    residentMb: () => residentMb(node.pid ?? 0),
    stop: async () => {
      node.removeAllListeners('exit');
      node.kill('SIGTERM');
      await new Promise((resolve) => node.once('exit', resolve));
    },
  };
}

/** What is shared between the processes is counted for each, so the sum is rather too high. */
function residentMb(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  return pids.reduce((sum, one) => sum + ownMb(one), 0);
}

function ownMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    // It ended between the list and the look.
    return 0;
  }
}
