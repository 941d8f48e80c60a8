import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Fails where changes would: the node's rights are gone, the database takes none, or its disk is
 * full. Nothing is changed: the statement meets no row, and the file goes with the transaction. It
 * is larger than the memory that it may take, so that the disk must have room for it.
 */
export async function tryToWrite(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update sessions set agent = agent where false`.execute(tx);
    await sql`select set_config('work_mem', '64kB', true),
      set_config('temp_tablespaces', '', true)`.execute(tx);
    await sql`select count(*) from generate_series(1, 40000)`.execute(tx);
  });
}
