import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * One state of the database in which bets, transfers and entries that were archived stand among the
 * others, as if they had never left. Nothing that is done in it stays.
 */
export async function inWholeSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    const { rows } = await sql<{ isThere: boolean }>`
      select to_regproc('archive.show_whole') is not null as "isThere"`.execute(tx);
    if (rows[0]?.isThere) await sql`call archive.show_whole()`.execute(tx);
    return await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}
