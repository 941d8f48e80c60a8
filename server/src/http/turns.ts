import { Refusal } from '../kernel/refusal.ts';

/** Who waits longer is told to come again. */
const waitMs = 2_000;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets so many calls of each caller through at a time; the next waits its turn, and not for long.
 * So one caller's load is its own.
 */
export function makeTurns(runningMax: number) {
  const queues = new Map<string, Queue>();

  async function take(key: string): Promise<void> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < runningMax) {
      queue.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(turn), 1);
        reject(tooMany());
      }, waitMs);
      queue.waiting.push(turn);
    });
  }

  /** Whoever waits takes the place over; the last one tidies up. */
  function giveBack(key: string): void {
    const queue = queues.get(key);
    const next = queue?.waiting.shift();
    if (next) return next();
    if (queue && --queue.running === 0) queues.delete(key);
  }

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    await take(key);
    try {
      return await work();
    } finally {
      giveBack(key);
    }
  };
}

function tooMany(): Refusal {
  return new Refusal('tooMany', 'Too many calls at once. Please try again.', {
    retryAfterSeconds: 1,
  });
}
