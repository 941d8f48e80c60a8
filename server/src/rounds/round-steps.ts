import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { settlements } from '../kernel/signals.ts';
import { getRound, holdRound, type RoundRow } from './round-row.ts';

/** Betting closes and the round flies; the flight is measured from this moment. */
export async function startRound(tx: Tx, id: bigint): Promise<RoundRow> {
  await move(tx, id, sql`state = 'flying', flying_at = now.at`);
  return getRound(tx, id);
}

/** The round crashes; what is open in it stays open until it is settled. */
export async function crashRound(
  tx: Tx,
  id: bigint,
  multiplierHundredths: number,
): Promise<RoundRow> {
  await move(
    tx,
    id,
    sql`state = 'crashed', multiplier_hundredths = ${multiplierHundredths}, ended_at = now.at`,
  );
  return getRound(tx, id);
}

/** The round ends without a result, and every stake goes back. */
export async function voidRound(tx: Tx, id: bigint): Promise<RoundRow> {
  await move(tx, id, sql`state = 'void', ended_at = now.at`);
  await settleRound(tx, id, null);
  return getRound(tx, id);
}

/** How many bets ended now, and how many could not and are set aside. */
interface Settlement {
  ended: number;
  held: number;
}

/**
 * Settles what is open in a round that has crashed, or refunds it in a void one. Run again it finds
 * nothing open and moves nothing.
 */
export async function settleRound(tx: Tx, id: bigint, actorId: bigint | null): Promise<Settlement> {
  const startedAtMs = performance.now();
  const { rows } = await sql<Settlement>`
    select ended, held from settle_round(${id}::bigint, ${actorId}::bigint)`.execute(tx);
  const settlement = rows[0] as Settlement;
  settlements.tell({ ...settlement, seconds: (performance.now() - startedAtMs) / 1_000 });
  return settlement;
}

/** SUPER gives back what is left open in a round that has crashed. */
export async function voidLeft(tx: Tx, id: bigint, actorId: bigint): Promise<Settlement> {
  const { state } = await getRound(tx, id);
  if (state !== 'crashed') {
    throw new Refusal('conflict', `Round ${id} is ${state}: only a crashed round has bets left.`);
  }
  const { rows } = await sql<Settlement>`
    select ended, held from void_left(${id}::bigint, ${actorId}::bigint)`.execute(tx);
  return rows[0] as Settlement;
}

/** A step that the round's state does not allow is refused by the database. */
async function move(tx: Tx, id: bigint, change: ReturnType<typeof sql>): Promise<void> {
  // The time is taken under the hold: whoever bet or left while we waited did so before it.
  await holdRound(tx, id, 'alone');
  await sql`
    update rounds set ${change}, updated_at = now.at
    from (select platform_now() as at) now where id = ${id}`.execute(tx);
}

/** Round Settlement of the panel (docs/panel.md, Rounds): for what a round left open. */
export async function settleEndedRound(
  tx: Tx,
  id: bigint,
  actorId: bigint,
): Promise<{ settled: number; refunded: number; held: number }> {
  const { state } = await getRound(tx, id);
  if (state === 'betting' || state === 'flying') {
    throw new Refusal('conflict', `Round ${id} is still ${state}: it settles when it has ended.`);
  }
  const { ended, held } = await settleRound(tx, id, actorId);
  const isCrashed = state === 'crashed';
  return { settled: isCrashed ? ended : 0, refunded: isCrashed ? 0 : ended, held };
}
