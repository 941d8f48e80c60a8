import type { BetView } from '@pitboss/contract/bets';
import { timeTo } from '@pitboss/engine/curve';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';
import { getRound, type RoundRow, toRoundDetails } from '../rounds/round-row.ts';
import { type BetRow, betColumnsWithCrash, betSource, toBet } from './bet-row.ts';

interface Found extends BetRow {
  isDemo: boolean;
  ref: string | null;
  heldReason: string | null;
}

/** A bet of somebody below the caller; what became of the account hides nothing. */
export async function getBet(db: Db, actor: Actor, id: bigint): Promise<BetView> {
  const { rows } = await sql<Found>`
    select ${betColumnsWithCrash}, b.is_demo as "isDemo", b.ref,
      (select h.reason from held_bets h where h.bet_id = b.id) as "heldReason"
    from ${betSource} where b.id = ${id} and ${actor.id} = any (u.ancestor_ids)`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('notFound', 'Bet not found.');
  const { isDemo, ref, heldReason } = found;
  const round = await getRound(db, found.roundId);
  return {
    bet: toBet(found),
    isDemo,
    ref,
    heldReason,
    times: timesOf(found, round, await roundEnd(db, round.id)),
    legs: await listLegs(db, id),
    round: toRoundDetails(round),
  };
}

async function roundEnd(db: Db, id: bigint): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select ended_at as at from rounds where id = ${id}`.execute(db);
  return rows[0]?.at ?? null;
}

function timesOf(bet: BetRow, round: RoundRow, roundEnded: Date | null): BetView['times'] {
  const { type, cashoutHundredths, createdAt, updatedAt } = bet;
  const hasLeft = cashoutHundredths !== null && type !== 'void';
  return {
    roundOpened: round.createdAt,
    bettingEnds: round.bettingUntil,
    placed: createdAt,
    flightBegan: round.flyingAt,
    left: hasLeft ? reachedAt(round, cashoutHundredths) : null,
    roundEnded,
    ended: type === 'unsettled' ? null : updatedAt,
  };
}

/** When a flight of the platform's own game showed this multiplier. */
function reachedAt({ flyingAt, doublingMs }: RoundRow, hundredths: number): Date | null {
  if (!flyingAt || doublingMs === null) return null;
  return new Date(flyingAt.getTime() + timeTo(hundredths, doublingMs));
}

async function listLegs(db: Db, id: bigint): Promise<BetView['legs']> {
  const { rows } = await sql<BetView['legs'][number]>`
    select transfer_id as "transferId", created_at as at, account, kind, amount_minor as amount,
      balance_after_minor as "balanceAfter", bets::int
    from legs_of_bet(${id})`.execute(db);
  return rows;
}
