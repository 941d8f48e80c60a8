import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from './bare-environment.ts';
import { nodeUrl } from './node-url.ts';

export interface NodeProcess {
  url: string;
  /** Everything that it printed so far. */
  output(): string;
  isRunning(): boolean;
  ready: Promise<void>;
  /** Ends it with the signal and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A real node in a process of its own, on the database that this owner's address names. */
export async function startNode(
  ownerUrl: string,
  settings: Record<string, string> = {},
): Promise<NodeProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: nodeUrl(ownerUrl),
      DATABASE_OWNER_URL: ownerUrl,
      DEMO: 'off',
      ENGINE: 'off',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      SUPER_USERNAME: 'root',
      SUPER_PASSWORD: 'Correct-horse-1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child, `http://127.0.0.1:${port}`);
}

function watch(child: ChildProcess, url: string): NodeProcess {
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('is ready:')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    ended.then(() => reject(new Error(`The node ended before it was ready: ${output}`)));
  });
  ready.catch(() => {});
  return {
    url,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ready,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
