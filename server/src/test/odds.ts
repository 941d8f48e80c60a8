import type { Band } from '@pitboss/engine/band';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What a version may return in the tests, as by default. */
export const usualRules: ReturnRules = { limitMillionths: 990_000, floorMillionths: 750_000 };

/** For rounds that a test lets crash where it wants to. */
export const anyReturn: ReturnRules = { limitMillionths: Infinity, floorMillionths: 0 };

/**
 * Rounds from now on crash between the two multipliers. Written beside the calls, which would
 * refuse most such tables for what they return to players; only `anyReturn` lets rounds be drawn
 * from those.
 */
export async function crashBetween(
  db: Db,
  min: number,
  max: number,
  probabilityMillionths = 1_000_000,
): Promise<void> {
  const band: Band = { minHundredths: min, maxHundredths: max, probabilityMillionths };
  const bands = JSON.stringify([{ id: 0, ...band }]);
  await sql`insert into multiplier_tables (bands, hash)
    values (${bands}::jsonb, ${tableHash([band])})`.execute(db);
}
