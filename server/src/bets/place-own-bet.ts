import assert from 'node:assert/strict';
import type { Minor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import { getMaintenance } from '../maintenance/maintenance.ts';
import { type BetRow, findOwnBet } from './bet-row.ts';
import { type PlacedBet, placeBets, sentenceOf } from './place-bets.ts';

/** A client bets on the round that is open now. */
export async function placeOwnBet(
  tx: Tx,
  actor: Actor,
  given: { stake: Minor; autoCashout?: number | undefined },
): Promise<{ bet: BetRow; change: Change }> {
  const roundId = await findOpenRound(tx);
  const { stake: stakeMinor, autoCashout: autoHundredths = null } = given;
  const [placed] = await placeBets(tx, roundId, { actorId: actor.id, serviceKeyId: null }, [
    { ref: null, userId: actor.id, stakeMinor, autoHundredths },
  ]);
  assert(placed, 'Every bet is answered.');
  if (placed.reason || placed.betId === null) throw refusalOf(placed, actor);
  const bet = await findOwnBet(tx, actor.id, placed.betId);
  assert(bet, 'A bet that was placed is there.');
  const change: Change = {
    kind: 'bet',
    id: bet.id,
    after: { roundId, stakeMinor, autoHundredths },
  };
  return { bet, change };
}

/** The engine's round comes first: a bet in a game server's cannot leave by hand here. */
async function findOpenRound(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select id from rounds where state = 'betting'
    order by source = 'engine' desc, id desc limit 1`.execute(tx);
  if (rows[0]) return rows[0].id;
  if (await getMaintenance(tx)) {
    throw new Refusal('unavailable', sentenceOf('maintenance', null));
  }
  throw new Refusal('conflict', 'No round is open for betting.');
}

function refusalOf({ reason, limitMinor }: PlacedBet, { currency }: Actor): Refusal {
  const sentence = sentenceOf(reason ?? 'closed', limitMinor, currency);
  if (reason === 'maintenance') return new Refusal('unavailable', sentence);
  if (reason === 'closed') return new Refusal('conflict', sentence);
  if (reason === 'blocked') return new Refusal('forbidden', sentence);
  return fieldRefusal('stake', sentence);
}
