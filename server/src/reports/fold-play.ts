import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { keepDoing } from '../kernel/keep-doing.ts';

const pauseMs = 5_000;

/** Folds the play of all hours that are over; of several nodes that try, one does it. */
export async function foldPlay(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let folded = 1; folded > 0 && !stopping?.aborted; ) {
    const { rows } = await sql<{ folded: number }>`
      select fold_play() as folded`.execute(db);
    folded = rows[0]?.folded ?? 0;
  }
}

/** The same for as long as the node runs. */
export function keepFoldingPlay(
  db: Db,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  return keepDoing(() => foldPlay(db, stopping), { pauseMs, stopping, onError });
}
