import { sql } from 'kysely';
import { Refusal } from '../kernel/refusal.ts';
import type { Db } from './database.ts';
import { readMigrations } from './sql-files.ts';

/**
 * The migrations that a database has, in their order. A node does not know what a later release
 * means by its tables: it must not touch them, not even when it was serving before another node
 * migrated.
 */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  const applied = rows.map((row) => row.name);
  const stranger = applied.find((name) => !known.has(name));
  if (stranger === undefined) return applied;
  throw new Refusal(
    'unavailable',
    `The database is of a newer release, which made ${stranger}: start that release, or restore ` +
      'a backup made with this one.',
  );
}
