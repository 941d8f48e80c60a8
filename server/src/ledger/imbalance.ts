import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface Imbalance {
  currency: string;
  minor: bigint;
}

const usualMs = 60_000;
/** It reads every account: of what it takes it may take this part of a core and no more. */
const restFactor = 200;

/**
 * What the accounts of each currency add up to, which is zero. Looked at every minute at most, and
 * the more seldom the longer it takes; in between the last answer is given.
 */
export function watchImbalance(everyMs = usualMs): (db: Db) => Promise<Imbalance[]> {
  let known: Imbalance[] = [];
  let dueAtMs = 0;
  return async (db) => {
    const startedAtMs = performance.now();
    if (startedAtMs < dueAtMs) return known;
    const { rows } = await sql<Imbalance>`
      select currency, sum(balance_minor)::bigint as minor from accounts
      group by currency order by currency`.execute(db);
    const endedAtMs = performance.now();
    dueAtMs = endedAtMs + Math.max(everyMs, (endedAtMs - startedAtMs) * restFactor);
    known = rows;
    return known;
  };
}
