import type { RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import { codeOf } from '../db/database-errors.ts';

/** The code or the constraint by which the database itself refuses a statement. */
export async function databaseRefusal(db: Db, statement: RawBuilder<unknown>): Promise<string> {
  try {
    await statement.execute(db);
    return 'done';
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    return constraint ?? codeOf(error) ?? String(error);
  }
}
