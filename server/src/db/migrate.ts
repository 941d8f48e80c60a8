import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Refusal } from '../kernel/refusal.ts';
import { applyFunctions, areOwnFunctions, makeFunctionsForTables } from './apply-functions.ts';
import { buildAhead } from './build-ahead.ts';
import type { Db, Tx } from './database.ts';
import { isEmpty } from './is-empty.ts';
import { grantedTo, readMigrations, readText, withoutGrants } from './sql-files.ts';
import { inTransaction } from './transaction.ts';

/** The lock that Kysely's migrator takes: nodes of releases that had no other wait for it too. */
const migrationLock = 3853314791062309107n;

/**
 * Brings a database to this release: an empty one is made from `schema.sql`, any other goes on by
 * the migrations that it lacks; then come the functions. All of it or nothing. Several nodes may
 * call it at the same time: one works, the others wait.
 */
export async function migrate(owner: Db): Promise<void> {
  await buildAhead(owner);
  await inTransaction(owner, async (tx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    if (await isEmpty(tx)) await makeTables(tx);
    else await runMigrations(tx);
    await applyFunctions(tx);
  });
  await validate(owner);
}

/** The long way, for whoever compares: every migration from the first, with the rights in them. */
export async function migrateFromFirst(owner: Db, nodeRole: string): Promise<void> {
  await inTransaction(owner, async (tx) => {
    await runMigrations(tx, nodeRole);
    await applyFunctions(tx);
  });
  await validate(owner);
}

/**
 * A rule counts for new rows from its migration on; whether the old ones keep it is looked at
 * afterwards, while the database serves. Stopped on the way, the next start goes on.
 */
async function validate(owner: Db): Promise<void> {
  const { rows } = await sql<{ place: string; name: string }>`
    select conrelid::regclass::text as place, conname as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(owner);
  for (const { place, name } of rows) {
    await sql`alter table ${sql.table(place)} validate constraint ${sql.id(name)}`.execute(owner);
  }
}

async function makeTables(tx: Tx): Promise<void> {
  await makeFunctionsForTables(tx);
  await sql.raw(withoutGrants(await readText('schema.sql'))).execute(tx);
  await sql.raw(await readText('first-rows.sql')).execute(tx);
  const names = (await readMigrations()).map(({ name }) => name);
  await sql`insert into kysely_migration (name, timestamp)
    select name, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from unnest(${names}::text[]) name`.execute(tx);
  await sql`insert into kysely_migration_lock (id) values ('migration_lock')`.execute(tx);
}

async function runMigrations(tx: Tx, nodeRole?: string): Promise<void> {
  const entries = (await readMigrations()).map(({ name, text }) => {
    const script = nodeRole === undefined ? withoutGrants(text) : grantedTo(nodeRole, text);
    return [name, { up: async () => void (await sql.raw(script).execute(tx)) }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const { error } = await new Migrator({ db: tx, provider }).migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted')) await refuseNewer(tx);
  if (error) throw error;
}

/**
 * Whether every migration of this release is applied; refuses a database of a newer release, and
 * one whose functions another release has replaced since: a node runs with its own or not at all.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await refuseNewer(db);
  if (applied.length !== (await readMigrations()).length) return false;
  if (await areOwnFunctions(db)) return true;
  throw new Refusal(
    'unavailable',
    'Another release has put its functions into the database since this node started: stop this ' +
      'node, or start it again to bring back its own.',
  );
}

/**
 * A node does not know what a later release means by its tables. It must not touch them, not even
 * when it was serving before another node migrated.
 */
async function refuseNewer(db: Db): Promise<string[]> {
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
