import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { hasTable } from './has-table.ts';
import { readAhead, readMigrations, type SqlFile } from './sql-files.ts';
import { type Tell, tellProgress } from './tell-progress.ts';

/** Apart from the migrations' own lock: whoever waits for that one would be waited for here. */
const aheadLock = 3853314791062309108n;

/**
 * What the next migration takes long for, done before it while the database serves, and outside a
 * transaction: stopped at any point, the next start goes on. Of several nodes that call it one
 * works; the others look again every second, for a statement that waits would be waited for.
 */
export async function buildAhead(owner: Db, tell: Tell): Promise<void> {
  for (const file of await readAhead()) {
    if (!(await isNext(owner, file.name))) continue;
    await owner.connection().execute(async (one) => {
      while (!(await tryLock(one))) await sleep(1_000);
      try {
        if (await isNext(one, file.name)) await build(one, file, { tell, beside: owner });
      } finally {
        await sql`select pg_advisory_unlock(${aheadLock})`.execute(one);
      }
    });
  }
}

async function tryLock(one: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_lock(${aheadLock}) as "isOurs"`.execute(one);
  return rows[0]?.isOurs === true;
}

/** Whether a migration is the one that the database lacks; what is older goes the long way. */
async function isNext(db: Db, name: string): Promise<boolean> {
  const names = (await readMigrations()).map((file) => file.name);
  const before = names[names.indexOf(name) - 1] ?? '';
  if (!(await hasTable(db, 'kysely_migration'))) return false;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name in (${name}, ${before})`.execute(db);
  return rows.length === 1 && rows[0]?.name === before;
}

async function build(
  one: Db,
  { name, text }: SqlFile,
  watched: { tell: Tell; beside: Db },
): Promise<void> {
  const statements = text.split(/;\n/).filter((statement) => statement.trim() !== '');
  for (const [number, statement] of statements.entries()) {
    const index = /index concurrently if not exists (\w+)/.exec(statement)?.[1];
    if (index) await dropUnfinished(one, index);
    const what = `Ahead of ${name}, while nodes serve, ${number + 1} of ${statements.length}`;
    const whole = `${what}${index ? ` (${index})` : ''}`;
    await tellProgress({ ...watched, what: whole }, () => sql.raw(statement).execute(one));
  }
}

/** An index that was left half built is built anew; nobody else's is touched. */
async function dropUnfinished(one: Db, index: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${index} and c.relnamespace = current_schema()::regnamespace
      and not i.indisvalid`.execute(one);
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(index)}`.execute(one);
}
