import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { TestApp } from './test-app.ts';

const tables = [
  'audit_events',
  'transfers',
  'entries',
  'seals',
  'rounds',
  'bets',
  'multiplier_tables',
];

/**
 * What is seen after the owner of the tables was at work behind everybody's back, with no trigger
 * and no check in the way. Taken back when it was looked at.
 */
export async function tampered<T>(
  app: TestApp,
  tamper: (tx: Tx) => Promise<unknown>,
  look: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tx = await app.db.startTransaction().execute();
  try {
    for (const table of tables) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    }
    await sql`do $$ declare v record; begin
      for v in select conrelid::regclass as place, conname from pg_constraint
        where contype = 'c' and conrelid in
          ('rounds'::regclass, 'bets'::regclass, 'multiplier_tables'::regclass)
      loop execute format('alter table %s drop constraint %I', v.place, v.conname); end loop;
    end $$`.execute(tx);
    await tamper(tx);
    return await look(tx);
  } finally {
    await tx.rollback().execute();
  }
}
