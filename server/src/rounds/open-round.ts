import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { crashPoint } from '@pitboss/engine/crash-point';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { seedHash } from '@pitboss/engine/seed-hash';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { holdMaintenance } from '../maintenance/maintenance.ts';
import { drawnFrom, holdMultiplierTable, inPlayProblem } from '../multipliers/tables.ts';
import { getRound, type RoundRow } from './round-row.ts';

export type RoundTerms =
  | { source: 'engine'; bettingMs: number; doublingMs: number }
  | { source: 'game'; serviceKeyId: bigint; ref: string };

/**
 * Opens a round for betting. Its seed is made and its crash point drawn here, before anybody bets;
 * the hash of the seed and the table are told at the opening and bind us. Nothing is drawn from
 * a table that breaks the rules of this node, whoever has published it.
 */
export async function openRound(tx: Tx, terms: RoundTerms, rules: ReturnRules): Promise<RoundRow> {
  if (await holdMaintenance(tx)) {
    throw new Refusal('unavailable', 'The game is under maintenance: no new round starts.');
  }
  const table = await holdMultiplierTable(tx, 'together');
  const problem = inPlayProblem(table, rules);
  if (problem) throw new Refusal('unavailable', problem);
  const { rows } = await sql<{ id: bigint }>`
    select nextval('rounds_id_seq') as id`.execute(tx);
  assert(rows[0], 'A sequence always answers.');
  const { id } = rows[0];
  const seed = randomBytes(32);
  const drawn = crashPoint(seed.toString('hex'), id, drawnFrom(table));
  const game = terms.source === 'game' ? terms : undefined;
  const engine = terms.source === 'engine' ? terms : undefined;
  await sql`
    insert into rounds (id, source, service_key_id, ref, seed, hash, multiplier_table_id,
      drawn_hundredths, betting_until, doubling_ms, created_at, updated_at)
    overriding system value
    select ${id}, ${terms.source}, ${game?.serviceKeyId ?? null}, ${game?.ref ?? null}, ${seed},
      ${seedHash(seed.toString('hex'))}, ${table.version}, ${drawn},
      now.at + make_interval(secs => ${engine ? engine.bettingMs / 1000 : null}),
      ${engine?.doublingMs ?? null}, now.at, now.at
    from (select platform_now() as at) now`.execute(tx);
  return getRound(tx, id);
}
