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
  await statement.execute(tx);
  return () => tx.rollback().execute();
}
