import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../db/database.ts';
import { foldStatements } from '../ledger/fold-statements.ts';
import { foldPlay } from '../reports/fold-play.ts';

/** Folds all play and all that wallets moved, whoever else is at work on the same server. */
export async function foldAll(db: Db): Promise<void> {
  await until(
    db,
    () => foldPlay(db),
    sql`play_folded_until()
    >= hour_of(clock_timestamp() - interval '30 minutes')`,
  );
  await foldAllStatements(db);
}

/** What wallets have moved until now, or until a time ahead, where a test has gone there. */
export async function foldAllStatements(db: Db, aheadMs = 0): Promise<void> {
  const { rows } = await sql<{ until: Date }>`
    select clock_timestamp() + ${`${aheadMs} milliseconds`}::interval as until`.execute(db);
  await until(
    db,
    () => foldStatements(db, -aheadMs),
    sql`not exists (
    select from entries where owner_id is not null and created_at < ${rows[0]?.until}
      and created_at >= (select folded_until from statement_folding))`,
  );
}

async function until(db: Db, fold: () => Promise<void>, isDone: ReturnType<typeof sql>) {
  await vi.waitUntil(
    async () => {
      await fold();
      const { rows } = await sql<{ isDone: boolean }>`select ${isDone} as "isDone"`.execute(db);
      return rows[0]?.isDone;
    },
    { timeout: 60_000 },
  );
}
