import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../db/database.ts';
import { foldPlay } from '../reports/fold-play.ts';

/** Folds all play that can be, whoever else is at work on the same server for a while. */
export async function foldAll(db: Db): Promise<void> {
  await vi.waitUntil(
    async () => {
      await foldPlay(db);
      const { rows } = await sql<{ isDone: boolean }>`select play_folded_until()
        >= hour_of(clock_timestamp() - interval '30 minutes') as "isDone"`.execute(db);
      return rows[0]?.isDone;
    },
    { timeout: 60_000 },
  );
}
