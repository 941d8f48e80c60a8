import type { Span } from '@pitboss/contract/dashboard';
import { LRUCache } from 'lru-cache';
import type { PlayScope } from './play-scope.ts';

export interface ClientPlay {
  userId: bigint;
  parentId: bigint;
  bets: number;
  stakes: bigint;
  pl: bigint;
}

/**
 * What a node remembers of play. A span's never changes while the number of its settled bets does
 * not, and that only grows: what is over is added up once.
 */
export interface PlayMemory {
  /** How many clients played in a span. */
  counts: LRUCache<string, number>;
  /** What each of them played, where that is folded. */
  clients: LRUCache<string, readonly ClientPlay[]>;
}

/** Of so many clients, over all spans: some eighteen megabytes. */
const clientsMax = 100_000;

export function newPlayMemory(): PlayMemory {
  return {
    counts: new LRUCache({ max: 20_000 }),
    clients: new LRUCache({ maxSize: clientsMax, sizeCalculation: ({ length }) => length + 1 }),
  };
}

/** A span with the number of its settled bets. */
export interface CountedSpan extends Span {
  bets: bigint;
}

export function keyOf({ id, currency }: PlayScope, { from, to, bets }: CountedSpan): string {
  return [id, currency, from.getTime(), to.getTime(), bets].join(' ');
}
