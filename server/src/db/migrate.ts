import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Refusal } from '../kernel/refusal.ts';
import type { Db } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** Applies what is missing. Several nodes may call it at once: one works, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted')) await refuseNewer(db);
  if (error) throw error;
}

/** Whether every migration of this release is applied; refuses a database of a newer release. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = Object.keys(await getMigrations());
  const applied = await refuseNewer(db, known);
  return applied.length === known.length;
}

/**
 * A node does not know what a later release means by its tables. It must not touch them, not even
 * when it was serving before another node migrated.
 */
async function refuseNewer(db: Db, known?: string[]): Promise<string[]> {
  const names = new Set(known ?? Object.keys(await getMigrations()));
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  const applied = rows.map((row) => row.name);
  const stranger = applied.find((name) => !names.has(name));
  if (stranger === undefined) return applied;
  throw new Refusal(
    'unavailable',
    `The database is of a newer release, which made ${stranger}: start that release, or restore ` +
      'a backup made with this one.',
  );
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8');
    migrations[file.replace('.sql', '')] = { up: (db) => runScript(db, text) };
  }
  return migrations;
}

async function runScript(db: Parameters<Migration['up']>[0], text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
