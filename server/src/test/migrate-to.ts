import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from '../db/database.ts';
import { readMigrations, withoutGrants } from '../db/sql-files.ts';

/** Makes an empty database what it was with the release whose last migration this is. */
export async function migrateTo(db: Db, last: string): Promise<void> {
  const all = await readMigrations();
  const known = all.slice(0, all.findIndex(({ name }) => name === last) + 1);
  const migrations = known.map(({ name, text }) => [
    name,
    { up: async (tx: Db) => void (await sql.raw(withoutGrants(text)).execute(tx)) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
