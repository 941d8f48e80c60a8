import assert from 'node:assert/strict';
import type { Band as WireBand } from '@pitboss/contract/multipliers';
import { type Band, defaultReturnMillionths, type Table, tableOf } from '@pitboss/engine/band';
import { type ReturnRules, returnProblems } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export interface StoredBand extends Band {
  id: number;
}

/** A published version of the table. */
export interface MultiplierTable {
  version: bigint;
  bands: StoredBand[];
  /** What the built-in table returns in it, where it has no bands; null is 97 %. */
  builtInMillionths: number | null;
  hash: string;
}

const columns = sql`id as version, bands, built_in_millionths as "builtInMillionths", hash`;

/** The version that the next round is drawn from. */
export async function getMultiplierTable(db: Db): Promise<MultiplierTable> {
  const { rows } = await sql<MultiplierTable>`
    select ${columns} from multiplier_tables order by id desc limit 1`.execute(db);
  assert(rows[0], 'The built-in table is the first version.');
  return rows[0];
}

/** It stays the one in play until the transaction ends; alone, so that we may publish another. */
export async function holdMultiplierTable(
  tx: Tx,
  how: 'together' | 'alone',
): Promise<MultiplierTable> {
  const { rows } = await sql<MultiplierTable>`
    select ${columns} from hold_multiplier_table(${how === 'alone'})`.execute(tx);
  assert(rows[0], 'The built-in table is the first version.');
  return rows[0];
}

/** What rounds are drawn from. */
export function drawnFrom(table: Pick<MultiplierTable, 'bands' | 'builtInMillionths'>): Table {
  return tableOf(table.bands, table.builtInMillionths);
}

/** Why no round is drawn from this version under these rules; undefined if rounds are. */
export function inPlayProblem(table: MultiplierTable, rules: ReturnRules): string | undefined {
  const problems = returnProblems(drawnFrom(table), rules);
  if (problems.length === 0) return undefined;
  return (
    `No round is drawn from version ${table.version} of the multiplier table: ` +
    `${problems.join(' ')} Publish another version, or change RTP_LIMIT_PERCENT or ` +
    'RTP_FLOOR_PERCENT.'
  );
}

/** A band as the wire has it, without its id. */
export function toOdds(band: Band): Omit<WireBand, '_id'> {
  const { minHundredths: min, maxHundredths: max, probabilityMillionths: probability } = band;
  return { min, max, probability };
}

/** The odds of a version as the wire has them. */
export function toWireOdds(table: { bands: Band[]; builtInMillionths: number | null }) {
  const { bands, builtInMillionths } = table;
  const builtIn = bands.length > 0 ? null : (builtInMillionths ?? defaultReturnMillionths);
  return { bands: bands.map(toOdds), builtIn };
}
