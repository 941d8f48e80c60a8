import type { Band } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Rounds from now on crash between the two multipliers. Written beside the calls, which would
 * refuse such a table for what it returns to players.
 */
export async function crashBetween(db: Db, min: number, max: number): Promise<void> {
  const band: Band = { minHundredths: min, maxHundredths: max, probabilityMillionths: 1_000_000 };
  const bands = JSON.stringify([{ id: 0, ...band }]);
  await sql`insert into multiplier_tables (bands, hash)
    values (${bands}::jsonb, ${tableHash([band])})`.execute(db);
}
