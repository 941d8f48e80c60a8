import { type CompiledQuery, sql } from 'kysely';
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
  'activity_days',
  'activity_placing',
  'actor_slots',
  'actor_days',
];

const looks = new WeakMap<Db, Promise<CompiledQuery<{ fingerprint: string }>>>();

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename <> all(${passedOver}) order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function makeLook(db: Db): Promise<CompiledQuery<{ fingerprint: string }>> {
  // Ages are numbers, which `xmin` is only as text: what is left is how long after the first.
  const after = sql`age('3'::xid) - age(xmin)`;
  const parts = (await listTables(db)).map(
    (table) => sql`(select concat(count(*), '/', sum(${after})) from ${sql.table(table)})`,
  );
  // With a parameter it is a statement that is planned once, which takes longer than to look.
  return sql<{ fingerprint: string }>`
    select concat_ws(${'|'}::text, ${sql.join(parts)}) as fingerprint`.compile(db);
}

/**
 * Everything a call can change, as one fingerprint: equal before and after a refused call. A row
 * that is written, even with the same values, has another transaction in `xmin` than before.
 */
export async function snapshot(db: Db): Promise<string> {
  const look = looks.get(db) ?? makeLook(db);
  looks.set(db, look);
  const { rows } = await db.executeQuery(await look);
  return rows[0]?.fingerprint ?? '';
}
