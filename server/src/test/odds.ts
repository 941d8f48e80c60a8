import type { Band } from '@pitboss/engine/band';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { tableHash } from '@pitboss/engine/table-hash';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import type { RoundRow } from '../rounds/round-row.ts';

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

/** A round of the engine, wherever it may crash. */
export function openEngineRound(db: Db, bettingMs: number, doublingMs: number): Promise<RoundRow> {
  const terms = { source: 'engine', bettingMs, doublingMs } as const;
  return inTransaction(db, (tx) => openRound(tx, terms, anyReturn));
}
