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

/** What wallets have moved until now. */
export async function foldAllStatements(db: Db): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  await until(
    db,
    () => foldStatements(db, 0),
    sql`not exists (
    select from entries where owner_id is not null and created_at < ${rows[0]?.now}
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
