import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Refusal } from '../kernel/refusal.ts';
import { WrongSettings } from '../kernel/wrong-settings.ts';
import { appliedMigrations } from './applied-migrations.ts';
import { applyFunctions, areOwnFunctions, makeFunctionsForTables } from './apply-functions.ts';
import { buildAhead } from './build-ahead.ts';
import type { Db, Tx } from './database.ts';
import { grantedTo, readMigrations, readText, withoutGrants } from './sql-files.ts';
import { type Tell, tellProgress } from './tell-progress.ts';
import { inTransaction } from './transaction.ts';
import { durationOf, type Plan, planUpgrade } from './upgrade-plan.ts';

/** The lock that Kysely's migrator takes: nodes of releases that had no other wait for it too. */
const migrationLock = 3853314791062309107n;

/**
 * Brings a database to this release: an empty one is made from `schema.sql`, any other goes on by
 * the migrations that it lacks; then come the functions. All of it or nothing. Several nodes may
 * call it at the same time: one works, the others wait.
 */
export async function migrate(owner: Db, tell: Tell = () => {}): Promise<void> {
  await refuseHeld(owner);
  tellPlan(await planUpgrade(owner), tell);
  await buildAhead(owner, tell);
  await inTransaction(owner, async (tx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    // Another node may have done it since.
    const plan = await planUpgrade(tx);
    if (plan.isEmpty) await makeTables(tx);
    else await runMigrations(tx, stepByStep(plan, tell));
    await applyFunctions(tx);
  });
  await validate(owner, tell);
}

function tellPlan({ isEmpty, from, steps, changedFunctions }: Plan, tell: Tell): void {
  if (isEmpty) tell('Making the tables of an empty database: seconds.');
  else if (steps.length > 0) {
    const count = steps.length === 1 ? '1 migration' : `${steps.length} migrations`;
    tell(
      `Upgrading the database from ${from ?? 'its beginning'} to ${steps.at(-1)?.name}: ` +
        `${count}, which may take ${durationOf(steps)}.`,
    );
  } else if (changedFunctions > 0) {
    tell(`Upgrading the database: ${changedFunctions} functions, which takes seconds.`);
  }
}

type Run = (name: string, up: () => Promise<void>) => Promise<void>;

function stepByStep({ steps }: Plan, tell: Tell): Run {
  return (name, up) => {
    const place = steps.findIndex((step) => step.name === name);
    const about = steps[place]?.about;
    const what = `Migration ${place + 1} of ${steps.length}, ${name}${about ? ` (${about})` : ''}`;
    return tellProgress({ tell, what }, up);
  };
}

/** Whoever moved to another database and starts on the old one would lose what it writes here. */
async function refuseHeld(owner: Db): Promise<void> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select current_setting('default_transaction_read_only')::boolean as "isHeld"`.execute(owner);
  if (!rows[0]?.isHeld) return;
  throw new WrongSettings(
    'This database refuses changes, as one does that was moved elsewhere: start with the ' +
      'settings that the move printed, or let nodes write to it again with ' +
      '"npm run admin -- move-to release".',
  );
}

/** Makes the tables and functions of this release in a transaction of the caller's. */
export async function makeDatabase(tx: Tx): Promise<void> {
  await makeTables(tx);
  await applyFunctions(tx);
}

/** The long way, for whoever compares: every migration from the first, with the rights in them. */
export async function migrateFromFirst(owner: Db, nodeRole: string): Promise<void> {
  await inTransaction(owner, async (tx) => {
    await runMigrations(tx, (_name, up) => up(), nodeRole);
    await applyFunctions(tx);
  });
  await validate(owner, () => {});
}

/**
 * A rule counts for new rows from its migration on; whether the old ones keep it is looked at
 * afterwards, while the database serves. Stopped on the way, the next start goes on.
 */
async function validate(owner: Db, tell: Tell): Promise<void> {
  const { rows } = await sql<{ place: string; name: string }>`
    select conrelid::regclass::text as place, conname as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(owner);
  for (const [index, { place, name }] of rows.entries()) {
    const what = `Checking old rows, rule ${index + 1} of ${rows.length} (${name} of ${place})`;
    const rule = sql`alter table ${sql.table(place)} validate constraint ${sql.id(name)}`;
    await tellProgress({ tell, what }, () => rule.execute(owner));
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

async function runMigrations(tx: Tx, run: Run, nodeRole?: string): Promise<void> {
  const entries = (await readMigrations()).map(({ name, text }) => {
    const script = nodeRole === undefined ? withoutGrants(text) : grantedTo(nodeRole, text);
    const up = async () => void (await sql.raw(script).execute(tx));
    return [name, { up: () => run(name, up) }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const { error } = await new Migrator({ db: tx, provider }).migrateToLatest();
  if (error) throw error;
}

/**
 * Whether every migration of this release is applied; refuses a database of a newer release, and
 * one whose functions another release has replaced since: a node runs with its own or not at all.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db);
  if (applied.length !== (await readMigrations()).length) return false;
  if (await areOwnFunctions(db)) return true;
  throw new Refusal(
    'unavailable',
    'Another release has put its functions into the database since this node started: stop this ' +
      'node, or start it again to bring back its own.',
  );
}
