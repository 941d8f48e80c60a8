import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The tables that a call can change; sessions and the audit record follow every call. */
const tables = [
  'users',
  'accounts',
  'transfers',
  'entries',
  'idempotency_keys',
  'games',
  'banks',
  'files',
  'cash_requests',
  'cash_request_steps',
  'events',
  'support_links',
  'service_keys',
  'multiplier_draft',
  'multiplier_tables',
  'rounds',
  'bets',
  'operator_slots',
  'client_days',
  'round_operators',
  'round_slots',
  'wallet_days',
  'statement_slots',
  'people_counts',
  'request_days',
];

/**
 * Everything a call can change, as one fingerprint: equal before and after a refused call. A row
 * that is written, even with the same values, has another transaction in `xmin` than before.
 */
export async function snapshot(db: Db): Promise<string> {
  // Ages are numbers, which `xmin` is only as text: what is left is how long after the first.
  const after = sql`age('3'::xid) - age(xmin)`;
  const parts = tables.map(
    (table) => sql`(select concat(count(*), '/', sum(${after})) from ${sql.table(table)})`,
  );
  const { rows } = await sql<{ fingerprint: string }>`
    select concat_ws('|', ${sql.join(parts)}) as fingerprint`.execute(db);
  return rows[0]?.fingerprint ?? '';
}
