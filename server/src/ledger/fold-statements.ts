import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { keepDoing } from '../kernel/keep-doing.ts';

/** What came in so long, and as much again where somebody is at work, a list counts by itself. */
const pauseMs = 2_000;

/** Longer than a transfer takes from its time to its entries, unless the machine is very busy. */
const usualBackMs = 250;

/** Folds what wallets have moved into what statements add up; of several nodes one does it. */
export async function foldStatements(
  db: Db,
  backMs: number = usualBackMs,
  stopping?: AbortSignal,
): Promise<void> {
  for (let isMore = true; isMore && !stopping?.aborted; ) {
    const { rows } = await sql<{ isMore: boolean }>`
      select fold_statements(${`${backMs} milliseconds`}::interval) as "isMore"`.execute(db);
    isMore = rows[0]?.isMore ?? false;
  }
}

/** The same for as long as the node runs. */
export function keepFoldingStatements(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  return keepDoing(() => foldStatements(db, usualBackMs, stopping), { pauseMs, stopping, onError });
}
