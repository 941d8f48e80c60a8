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

/**
 * The legs of a bet on its client's own accounts. Of a transfer with many, those that take and let
 * go its stake are found by the bet they name, what it was paid by the moment, and what was
 * reserved, for all that the client bet together, beside the leg that took the stake; where a
 * release before reserved each stake alone, by the moment too. Of two legs, by the transfer.
 */
async function listLegs(db: Db, id: bigint): Promise<BetView['legs']> {
  const { rows } = await sql<BetView['legs'][number]>`
    with own as (
      select a.id, a.kind, b.id as bet_id, b.created_at as placed, b.updated_at as ended
      from bets b join accounts a on a.user_id = b.user_id and a.currency = b.currency
      where b.id = ${id} and a.kind in ('wallet', 'stakes')
    ), outgoing as (
      select e.*, own.kind as account from own join entries e on e.bet_id = own.bet_id
        and e.amount_minor < 0 and e.account_id = own.id
    ), legs as (
      select * from outgoing
      union all
      select e.*, own.kind from own join entries e on e.account_id = own.id
        and e.owner_id is not null and e.created_at = own.ended and e.bet_id = own.bet_id
        and e.amount_minor > 0
      union all
      select e.*, own.kind from own join outgoing o on o.owner_id is not null
        join entries e on e.transfer_id = o.transfer_id and e.account_id = own.id
          and e.bet_id is null
      union all
      select e.*, own.kind from own join entries e on e.account_id = own.id
        and e.owner_id is null and e.created_at = own.placed and e.bet_id = own.bet_id
        and e.amount_minor > 0
      union all
      select e.*, own.kind from own join transfers t on t.bet_id = own.bet_id
        join entries e on e.transfer_id = t.id and e.account_id = own.id and e.bet_id is null
    )
    select l.transfer_id as "transferId", l.created_at as at, l.account, t.kind,
      l.amount_minor as amount, l.balance_after_minor as "balanceAfter",
      case when t.round_id is null or l.bet_id is not null then 1 else (
        select count(*) from entries w where w.account_id = (
            select id from own where kind = 'wallet')
          and w.owner_id is not null and w.created_at = l.created_at
          and w.transfer_id = l.transfer_id) end::int as bets
    from legs l join transfers t on t.id = l.transfer_id
    order by l.created_at, l.transfer_id, l.amount_minor`.execute(db);
  return rows;
}
