import { Queue } from '../kernel/queue.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Who waits longer is told to come again. */
const waitMs = 2_000;

/** Work that takes longer than this no longer keeps the next from beginning. */
const slowMs = 500;

/** The rest between two pieces of work: so many times what the last took, within these bounds. */
const restTimes = 3;
const restMsMin = 25;
const restMsMax = 250;

type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many calls of each caller through at a time; the next waits its turn, and not for long.
 * So one caller's load is its own.
 */
export function makeTurns(runningMax: number): InTurn {
  const queues = new Queues(runningMax);
  return async (key, work) => {
    const queue = queues.of(key);
    await queue.take();
    try {
      return await work();
    } finally {
      queues.giveBack(key, queue);
    }
  };
}

/**
 * For work that keeps the database busy. What one caller sends at the same time is done one after
 * the other, with a rest longer than the last took, which is everybody else's. What is slow lets
 * the next begin beside it, up to so many.
 */
export function makeSpacedTurns(runningMax: number): InTurn {
  const inTurn = makeTurns(runningMax);
  const queues = new Queues(1);
  return async (key, work) => {
    const queue = queues.of(key);
    await queue.take();
    const startedAt = performance.now();
    let isGivenBack = false;
    const giveBack = () => {
      if (!isGivenBack) queues.giveBack(key, queue);
      isGivenBack = true;
    };
    const slow = setTimeout(giveBack, slowMs);
    return inTurn(key, work).finally(() => {
      clearTimeout(slow);
      const wanted = restTimes * (performance.now() - startedAt);
      const restMs = Math.min(Math.max(wanted, restMsMin), restMsMax);
      if (queue.isWaitedFor()) setTimeout(giveBack, restMs);
      else giveBack();
    });
  };
}

/** A queue for each caller that has something under way. */
class Queues {
  readonly #places: number;
  readonly #queues = new Map<string, Queue>();

  constructor(places: number) {
    this.#places = places;
  }

  of(key: string): Queue {
    const known = this.#queues.get(key);
    if (known) return known;
    const queue = new Queue(this.#places, waitMs, tooMany);
    this.#queues.set(key, queue);
    return queue;
  }

  giveBack(key: string, queue: Queue): void {
    queue.giveBack();
    if (queue.isEmpty()) this.#queues.delete(key);
  }
}

function tooMany(): Refusal {
  return new Refusal('tooMany', 'Too many calls at once. Please try again.', {
    retryAfterSeconds: 1,
  });
}
