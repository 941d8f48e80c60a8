/** So many at a time; the next waits for a place, in the order of coming. */
export interface Queue {
  take(): Promise<void>;
  giveBack(): void;
  /** Nobody has a place, and nobody waits for one. */
  isEmpty(): boolean;
  isWaitedFor(): boolean;
}

/** Who has waited for too long is told so by the refusal. */
export function makeQueue(places: number, waitMs: number, refusal: () => Error): Queue {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function wait(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(turn);
      if (!Number.isFinite(waitMs)) return;
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(refusal());
      }, waitMs);
    });
  }

  return {
    async take() {
      if (taken === places) return wait();
      taken += 1;
    },
    /** Whoever waits takes the place over. */
    giveBack() {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
    isEmpty: () => taken === 0,
    isWaitedFor: () => waiting.length > 0,
  };
}
