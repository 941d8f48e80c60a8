import { Refusal } from '../kernel/refusal.ts';

/**
 * Who wants a connection while all are in use waits here, in the order of coming. The pool itself
 * cannot tell that from a database that is away, and then neither could the caller.
 */
export function connectionQueue(connectionsMax: number, waitMs: number) {
  const waiting: (() => void)[] = [];
  let inUse = 0;
  return {
    async take(): Promise<void> {
      if (inUse < connectionsMax) {
        inUse += 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const turn = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.push(turn);
        if (!Number.isFinite(waitMs)) return;
        timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(busy());
        }, waitMs);
      });
    },
    /** Whoever waits takes the place over. */
    giveBack(): void {
      const next = waiting.shift();
      if (next) next();
      else inUse -= 1;
    },
  };
}

function busy(): Refusal {
  return new Refusal('unavailable', 'The platform is busy right now. Please try again.', {
    retryAfterSeconds: 1,
  });
}
