import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** Applies what is missing. Several nodes may call it at once: one works, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether every migration of this release is applied. */
export async function isMigrated(db: Db): Promise<boolean> {
  const names = Object.keys(await getMigrations());
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from kysely_migration where name = any(${names})
  `.execute(db);
  return Number(rows[0]?.count) === names.length;
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
