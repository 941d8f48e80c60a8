import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pause } from './kernel/pause.ts';

interface Options {
  /** Where this node answers. */
  address: string;
  /** How long systemd waits for a word before it starts the node anew; unset: for ever. */
  watchdogMs: number | undefined;
  stopping: AbortSignal;
  onError: (error: unknown) => void;
}

/**
 * Tells systemd that the node is ready, and then again and again that it answers. Asked whether it
 * is ready it must say something, yes or no: a database that is away is not mended by a restart,
 * and a node that hangs is.
 */
export async function keepSystemdTold(options: Options): Promise<void> {
  const { address, watchdogMs, stopping, onError } = options;
  try {
    await tell('READY=1');
    if (watchdogMs === undefined) return;
    while (!stopping.aborted) {
      if (await hasAnswer(address, watchdogMs / 3)) await tell('WATCHDOG=1');
      await pause(watchdogMs / 3, stopping);
    }
  } catch (error) {
    onError(error);
  }
}

/** By systemd's own program: Node knows no sockets of the kind that systemd listens at. */
async function tell(word: string): Promise<void> {
  await promisify(execFile)('systemd-notify', [word]);
}

async function hasAnswer(address: string, waitMs: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(waitMs);
    await (await fetch(`${address}/api/ready`, { signal })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
