import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, unless we are told to stop. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => {});
}
