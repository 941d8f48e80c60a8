import assert from 'node:assert/strict';
import type { Band as WireBand } from '@pitboss/contract/multipliers';
import type { Band } from '@pitboss/engine/band';
import { tableHash } from '@pitboss/engine/table-hash';
import { tableProblem } from '@pitboss/engine/table-problem';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';

interface StoredBand extends Band {
  id: number;
}

export interface MultiplierTable {
  version: bigint;
  bands: StoredBand[];
  hash: string;
  createdAt: Date;
}

/** The table that the next round is drawn from. */
export async function getMultiplierTable(db: Db): Promise<MultiplierTable> {
  const { rows } = await sql<MultiplierTable>`
    select id as version, bands, hash, created_at as "createdAt"
    from multiplier_tables order by id desc limit 1`.execute(db);
  assert(rows[0], 'The built-in table is the first version.');
  return rows[0];
}

export async function listBands(db: Db): Promise<WireBand[]> {
  const { bands } = await getMultiplierTable(db);
  return bands.map(toWire).sort((one, other) => one.min - other.min);
}

export function toWire({ id, ...band }: StoredBand): WireBand {
  return { _id: BigInt(id), ...toOdds(band) };
}

/** A band as the wire has it, without its id. */
export function toOdds(band: Band): Omit<WireBand, '_id'> {
  const { minHundredths: min, maxHundredths: max, probabilityMillionths: probability } = band;
  return { min, max, probability };
}

/** A table with the band in it becomes the next version, if no target returns too much. */
export async function addBand(
  tx: Tx,
  actor: Actor,
  { min, max, probability }: Omit<WireBand, '_id'>,
  rtpLimitMillionths: number,
): Promise<{ band: WireBand; change: Change }> {
  const { bands } = await holdTable(tx);
  const band = { minHundredths: min, maxHundredths: max, probabilityMillionths: probability };
  const problem = tableProblem([...bands, band], rtpLimitMillionths);
  if (problem) throw fieldRefusal(problem.field, problem.message);
  const { rows } = await sql<{ id: bigint }>`
    select nextval('multiplier_band_ids') as id`.execute(tx);
  assert(rows[0], 'A sequence always answers.');
  const added = { id: Number(rows[0].id), ...band };
  const change = await addVersion(tx, actor, rows[0].id, bands, [...bands, added]);
  return { band: toWire(added), change };
}

export async function removeBand(tx: Tx, actor: Actor, id: bigint): Promise<Change> {
  const { bands } = await holdTable(tx);
  const rest = bands.filter((band) => BigInt(band.id) !== id);
  if (rest.length === bands.length) throw new Refusal('notFound', 'Multiplier not found.');
  return addVersion(tx, actor, id, bands, rest);
}

/** Versions are made one after the other. */
async function holdTable(tx: Tx): Promise<MultiplierTable> {
  await sql`select pg_advisory_xact_lock(hashtextextended('multiplier table', 0))`.execute(tx);
  return getMultiplierTable(tx);
}

/** The record of the change names the band, as the call does, and holds both tables. */
async function addVersion(
  tx: Tx,
  actor: Actor,
  bandId: bigint,
  before: StoredBand[],
  after: StoredBand[],
): Promise<Change> {
  const row = await tx
    .insertInto('multiplier_tables')
    .values({ bands: toJson(after), hash: tableHash(after), actor_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    kind: 'multiplier',
    id: bandId,
    before: { bands: before },
    after: { version: row.id, bands: after },
  };
}
