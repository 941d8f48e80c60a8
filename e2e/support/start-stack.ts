import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A platform of one's own, beside the one that all tests share. */
export interface Stack {
  address: string;
  stop: () => Promise<void>;
}

/** Starts the platform with these settings in place of the usual ones of `stack.ts`. */
export async function startStack(settings: Record<string, string> = {}): Promise<Stack> {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const stack = spawn(process.execPath, [join(import.meta.dirname, 'stack.ts'), ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(stack, 'exit');
  const stop = async () => {
    stack.kill('SIGTERM');
    await exit;
  };
  for await (const line of createInterface({ input: stack.stdout })) {
    const [, address] = /is ready: (http:\S+)/.exec(line) ?? [];
    if (!address) continue;
    // Nobody reads on, and a full pipe would hold the platform up.
    stack.stdout.resume();
    return { address, stop };
  }
  throw new Error('The platform ended before it was ready.');
}
