/** So many at a time; the next waits for a place, in the order of coming. */
export class Queue {
  readonly #places: number;
  readonly #waitMs: number;
  readonly #refusal: () => Error;
  readonly #onWait: ((ms: number, isRefused: boolean) => void) | undefined;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** Who has waited for too long is told so by the refusal. Of each wait the time is told. */
  constructor(
    places: number,
    waitMs: number,
    refusal: () => Error,
    onWait?: (ms: number, isRefused: boolean) => void,
  ) {
    this.#places = places;
    this.#waitMs = waitMs;
    this.#refusal = refusal;
    this.#onWait = onWait;
  }

  async take(): Promise<void> {
    if (this.#taken === this.#places) return this.#wait();
    this.#taken += 1;
  }

  /** Whoever waits takes the place over. */
  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }

  /** Nobody has a place, and nobody waits for one. */
  isEmpty(): boolean {
    return this.#taken === 0;
  }

  isWaitedFor(): boolean {
    return this.#waiting.length > 0;
  }

  #wait(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const sinceMs = performance.now();
      const turn = () => {
        clearTimeout(timer);
        this.#onWait?.(performance.now() - sinceMs, false);
        resolve();
      };
      this.#waiting.push(turn);
      if (!Number.isFinite(this.#waitMs)) return;
      timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        this.#onWait?.(performance.now() - sinceMs, true);
        reject(this.#refusal());
      }, this.#waitMs);
    });
  }
}
