import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Target } from './stage.ts';

/** Keeps writers of a table waiting, as a slow disk might; answers with how to let them go. */
export function holdTable(target: Target, table: string): Promise<() => Promise<void>> {
  return holdRows(target, sql`lock table ${sql.table(table)} in share row exclusive mode`);
}

/** Holds what a statement locks, in a transaction of its own. */
export async function holdRows(
  { db }: Target,
  statement: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute();
  const letGo = async () => {
    if (held.delete(letGo)) await tx.rollback().execute();
  };
  held.add(letGo);
  await statement.execute(tx);
  return letGo;
}

const held = new Set<() => Promise<void>>();

/** A trial that broke off leaves nothing standing still behind it. */
export async function letAllGo(): Promise<void> {
  for (const letGo of held) await letGo();
}

/** Whether anybody waits for what is held. */
export async function isBlocked({ db }: Target): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks l join pg_database d on d.oid = l.database or l.database is null
    where not l.granted and d.datname = current_database()`.execute(db);
  return rows.length > 0;
}
