import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Whether there is such a table. Read from the catalogue's own rows: `to_regclass` answers from
 * what the connection remembers, and a table that another node made while this one waited for an
 * advisory lock would still be missing.
 */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class
    where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows.length > 0;
}
