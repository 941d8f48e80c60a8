import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * What a refused call may write all the same: sessions and the record follow every call, tries are
 * counted and call whom they concern, and seals are made beside the calls, with the activity that
 * follows them. Every other table is looked at, one that is added later too.
 */
const passedOver = [
  'sessions',
  'audit_events',
  'sign_in_failures',
  'notifications',
  'sealing',
  'seals',
  'rounds_to_seal',
  'unsealed_gaps',
  'activity',
  'activity_slots',
  'activity_placing',
];

const tablesOf = new WeakMap<Db, Promise<string[]>>();

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> all(${passedOver}) order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Everything a call can change, as one fingerprint: equal before and after a refused call. A row
 * that is written, even with the same values, has another transaction in `xmin` than before.
 */
export async function snapshot(db: Db): Promise<string> {
  const tables = tablesOf.get(db) ?? listTables(db);
  tablesOf.set(db, tables);
  // Ages are numbers, which `xmin` is only as text: what is left is how long after the first.
  const after = sql`age('3'::xid) - age(xmin)`;
  const parts = (await tables).map(
    (table) => sql`(select concat(count(*), '/', sum(${after})) from ${sql.table(table)})`,
  );
  const { rows } = await sql<{ fingerprint: string }>`
    select concat_ws('|', ${sql.join(parts)}) as fingerprint`.execute(db);
  return rows[0]?.fingerprint ?? '';
}
