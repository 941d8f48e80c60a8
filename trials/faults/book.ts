export type OrderKind = 'deposit' | 'withdraw' | 'bet' | 'request' | 'decision';

/** A change that the client was told of, as the client remembers it. */
export interface Acknowledged {
  kind: OrderKind;
  key: string;
  /** The id that the answer named: of a transfer, a bet or a request. */
  id: string | undefined;
  minor: number;
  /** What a request was decided to be. */
  status?: 'success' | 'failed';
}

/** One attempt, however it ended. */
export interface Attempt {
  sentAt: number;
  ms: number;
  status: number;
  hasRetryAfter: boolean;
}

/** All that clients were told, and how. */
export interface Book {
  acknowledged: Acknowledged[];
  attempts: Attempt[];
  /** Keys that were sent more than once, with the moment of the last time by the clock. */
  resent: Map<string, number>;
  /** Orders that nobody ever answered. */
  unanswered: number;
  /** Answers that no fault explains. */
  wrong: string[];
  lastAt: number;
  longestGapMs: number;
}

export function newBook(): Book {
  return {
    acknowledged: [],
    attempts: [],
    resent: new Map(),
    unanswered: 0,
    wrong: [],
    lastAt: performance.now(),
    longestGapMs: 0,
  };
}

export function acknowledge(book: Book, told: Acknowledged): void {
  const now = performance.now();
  book.acknowledged.push(told);
  book.longestGapMs = Math.max(book.longestGapMs, now - book.lastAt);
  book.lastAt = now;
}

/** Nobody asked for anything until now: the time before is no gap. */
export function beginAnew(book: Book): void {
  book.lastAt = performance.now();
}

/** The value below which the given part of all values lies. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
