import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '@pitboss/server/test/bare-environment';
import { freePort } from '@pitboss/server/test/node-process';
import { nodeUrl } from '@pitboss/server/test/node-url';
import { serverFlags } from '../../tools/server-flags.mjs';

export const superSignIn = { username: 'root', password: 'Correct-horse-1' };

/** A node that can be killed and started again at the same address. */
export interface FaultNode {
  url: string;
  /** Starts it and answers how long it took until it was ready. */
  start(): Promise<number>;
  /** Starts it without waiting for anything. */
  launch(): void;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  isRunning(): boolean;
  exitCode(): number | null;
  /** What of its memory is resident now, in megabytes. */
  residentMb(): number;
  output(): string;
  /** How often it ended without being told to. */
  ownEnds(): number;
}

const main = fileURLToPath(import.meta.resolve('@pitboss/server/main'));
const outputMax = 200_000;
const startLimitMs = 180_000;

export async function faultNode(
  ownerUrl: string,
  settings: Record<string, string> = {},
): Promise<FaultNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...bareEnvironment,
    DATABASE_URL: nodeUrl(ownerUrl),
    DATABASE_OWNER_URL: ownerUrl,
    DEMO: 'off',
    ENGINE: 'off',
    PORT: String(port),
    LOG_LEVEL: 'error',
    SUPER_USERNAME: superSignIn.username,
    SUPER_PASSWORD: superSignIn.password,
    ...settings,
  };
  let child: ChildProcess | undefined;
  let output = '';
  let ownEnds = 0;
  let isToldToEnd = false;

  const launch = () => {
    isToldToEnd = false;
    const started = spawn(process.execPath, [...serverFlags, main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-outputMax);
      });
    }
    started.once('exit', () => {
      if (!isToldToEnd) ownEnds++;
    });
    child = started;
  };
  const isRunning = () => child?.exitCode === null && child.signalCode === null;

  return {
    url,
    launch,
    start: async () => {
      const startedAt = performance.now();
      launch();
      while (!(await isReady(url))) {
        if (!isRunning()) throw new Error(`The node ended while it started: ${output}`);
        if (performance.now() - startedAt > startLimitMs) throw new Error('The node never starts.');
        await sleep(20);
      }
      return performance.now() - startedAt;
    },
    end: async (signal) => {
      if (!child || !isRunning()) return;
      const ending = child;
      isToldToEnd = true;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await ended;
    },
    signal: (signal) => void child?.kill(signal),
    isRunning,
    exitCode: () => child?.exitCode ?? null,
    residentMb: () => {
      const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },
    output: () => output,
    ownEnds: () => ownEnds,
  };
}

export async function isReady(url: string): Promise<boolean> {
  const options = { signal: AbortSignal.timeout(5_000) };
  return (await fetch(`${url}/api/ready`, options).catch(() => undefined))?.status === 200;
}
