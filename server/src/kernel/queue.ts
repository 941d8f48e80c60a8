/** So many at a time; the next waits for a place, in the order of coming. */
export interface Queue {
  take(): Promise<void>;
  giveBack(): void;
  /** Nobody has a place, and nobody waits for one. */
  isEmpty(): boolean;
  isWaitedFor(): boolean;
}

/** Who has waited for too long is told so by the refusal. Of each wait the time is told. */
export function makeQueue(
  places: number,
  waitMs: number,
  refusal: () => Error,
  onWait: (ms: number, isRefused: boolean) => void = () => {},
): Queue {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function wait(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const sinceMs = performance.now();
      const turn = () => {
        clearTimeout(timer);
        onWait(performance.now() - sinceMs, false);
        resolve();
      };
      waiting.push(turn);
      if (!Number.isFinite(waitMs)) return;
      timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        onWait(performance.now() - sinceMs, true);
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
