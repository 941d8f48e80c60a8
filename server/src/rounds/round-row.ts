import type { RoundState } from '@pitboss/contract/round-state';
import type { Round, RoundDetails } from '@pitboss/contract/rounds';
import type { Band } from '@pitboss/engine/band';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { toWireOdds } from '../multipliers/tables.ts';

export interface RoundRow {
  id: bigint;
  source: 'engine' | 'game';
  serviceKeyId: bigint | null;
  state: RoundState;
  seed: Buffer;
  hash: string;
  tableVersion: bigint;
  tableHash: string;
  bands: Band[];
  builtInMillionths: number | null;
  drawnHundredths: number;
  multiplierHundredths: number | null;
  bettingUntil: Date | null;
  doublingMs: number | null;
  flyingAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const roundColumns = sql`
  r.id, r.source, r.service_key_id as "serviceKeyId", r.state, r.seed, r.hash,
  r.multiplier_table_id as "tableVersion", t.hash as "tableHash", t.bands,
  t.built_in_millionths as "builtInMillionths",
  r.drawn_hundredths as "drawnHundredths", r.multiplier_hundredths as "multiplierHundredths",
  r.betting_until as "bettingUntil", r.doubling_ms as "doublingMs", r.flying_at as "flyingAt",
  r.created_at as "createdAt", r.updated_at as "updatedAt"`;
export const roundSource = sql`
  from rounds r join multiplier_tables t on t.id = r.multiplier_table_id`;

export async function findRound(db: Db, id: bigint): Promise<RoundRow | undefined> {
  const { rows } = await sql<RoundRow>`
    select ${roundColumns} ${roundSource} where r.id = ${id}`.execute(db);
  return rows[0];
}

export async function getRound(db: Db, id: bigint): Promise<RoundRow> {
  const round = await findRound(db, id);
  if (!round) throw roundNotFound();
  return round;
}

/** Keeps the round in its state until the transaction ends; alone for whoever moves it on. */
export async function holdRound(tx: Tx, id: bigint, how: 'together' | 'alone'): Promise<void> {
  await sql`select hold_round(${id}::bigint, ${how === 'alone'})`.execute(tx);
}

export function roundNotFound(): Refusal {
  return new Refusal('notFound', 'Round not found.');
}

export function hasEnded({ state }: Pick<RoundRow, 'state'>): boolean {
  return state === 'crashed' || state === 'void';
}

export function toRound(
  row: Pick<RoundRow, 'id' | 'state' | 'multiplierHundredths' | 'createdAt' | 'updatedAt'>,
): Round {
  const { id, state, multiplierHundredths: multiplier, createdAt, updatedAt } = row;
  return { round: id, roundId: id, state, multiplier, createdAt, updatedAt };
}

/** The seed is told only after the end: before, it would give the crash point away. */
export function seedOf(row: RoundRow): string | null {
  return hasEnded(row) ? row.seed.toString('hex') : null;
}

export function toRoundDetails(row: RoundRow): RoundDetails {
  const { source, hash, tableVersion, tableHash } = row;
  const table = { tableVersion, tableHash, ...toWireOdds(row) };
  return { ...toRound(row), source, hash, seed: seedOf(row), ...table };
}
