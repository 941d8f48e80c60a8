import assert from 'node:assert/strict';
import type { Band as WireBand } from '@pitboss/contract/multipliers';
import { bandsProblem } from '@pitboss/engine/table-problem';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { toJson } from '../kernel/json.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import { type StoredBand, toOdds } from './tables.ts';

interface Draft {
  bands: StoredBand[];
  changedAt: Date;
  changedBy: string | null;
}

export async function getDraft(db: Db): Promise<Draft> {
  const { rows } = await sql<Draft>`
    select d.bands, d.changed_at as "changedAt", u.username as "changedBy"
    from multiplier_draft d left join users u on u.id = d.actor_id`.execute(db);
  assert(rows[0], 'There is always a draft.');
  return rows[0];
}

/** Whoever edits or publishes the draft does so one after the other. */
export async function holdDraft(tx: Tx): Promise<StoredBand[]> {
  const { rows } = await sql<{ bands: StoredBand[] }>`
    select bands from multiplier_draft for update`.execute(tx);
  assert(rows[0], 'There is always a draft.');
  return rows[0].bands;
}

export async function listBands(db: Db): Promise<WireBand[]> {
  const { bands } = await getDraft(db);
  return bands.map(toWire).sort((one, other) => one.min - other.min);
}

function toWire({ id, ...band }: StoredBand): WireBand {
  return { _id: BigInt(id), ...toOdds(band) };
}

/** What the draft would return is asked only when it is published: bands come one by one. */
export async function addBand(
  tx: Tx,
  actor: Actor,
  { min, max, probability }: Omit<WireBand, '_id'>,
): Promise<{ band: WireBand; change: Change }> {
  const bands = await holdDraft(tx);
  const band = { minHundredths: min, maxHundredths: max, probabilityMillionths: probability };
  const problem = bandsProblem([...bands, band]);
  if (problem) throw fieldRefusal(problem.field, problem.message);
  const { rows } = await sql<{ id: bigint }>`
    select nextval('multiplier_band_ids') as id`.execute(tx);
  assert(rows[0], 'A sequence always answers.');
  const added = { id: Number(rows[0].id), ...band };
  const after = [...bands, added];
  await writeDraft(tx, actor, after);
  const change = draftChange({ kind: 'multiplier', id: rows[0].id }, bands, after);
  return { band: toWire(added), change };
}

export async function removeBand(tx: Tx, actor: Actor, id: bigint): Promise<Change> {
  const bands = await holdDraft(tx);
  const rest = bands.filter((band) => BigInt(band.id) !== id);
  if (rest.length === bands.length) throw new Refusal('notFound', 'Multiplier not found.');
  await writeDraft(tx, actor, rest);
  return draftChange({ kind: 'multiplier', id }, bands, rest);
}

/** The draft becomes a copy of a version, whatever it was. */
export async function takeVersion(tx: Tx, actor: Actor, version: bigint): Promise<Change> {
  const before = await holdDraft(tx);
  const { rows } = await sql<{ bands: StoredBand[] }>`
    select bands from multiplier_tables where id = ${version}`.execute(tx);
  if (!rows[0]) throw new Refusal('notFound', 'Version not found.');
  await writeDraft(tx, actor, rows[0].bands);
  return draftChange({ kind: 'multiplier-version', id: version }, before, rows[0].bands);
}

async function writeDraft(tx: Tx, actor: Actor, bands: StoredBand[]): Promise<void> {
  await sql`update multiplier_draft set bands = ${toJson(bands)}::jsonb, actor_id = ${actor.id},
    changed_at = platform_now()`.execute(tx);
}

/** The record of the change names what the call does, and holds both drafts. */
function draftChange(
  of: Pick<Change, 'kind' | 'id'>,
  before: StoredBand[],
  after: StoredBand[],
): Change {
  return { ...of, before: { bands: before }, after: { bands: after } };
}
