import { makeQueue, type Queue } from '../kernel/queue.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Who waits longer is told to come again. */
const waitMs = 2_000;

/**
 * Lets so many calls of each caller through at a time; the next waits its turn, and not for long.
 * So one caller's load is its own.
 */
export function makeTurns(runningMax: number) {
  const queues = new Map<string, Queue>();
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? makeQueue(runningMax, waitMs, tooMany);
    queues.set(key, queue);
    await queue.take();
    try {
      return await work();
    } finally {
      queue.giveBack();
      if (queue.isEmpty()) queues.delete(key);
    }
  };
}

function tooMany(): Refusal {
  return new Refusal('tooMany', 'Too many calls at once. Please try again.', {
    retryAfterSeconds: 1,
  });
}
