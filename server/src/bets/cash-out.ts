import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type BetRow, findOwnBet } from './bet-row.ts';

const ownReasons = {
  ended: 'This bet has ended.',
  left: 'This bet has cashed out already.',
  elsewhere: 'This round is run by a game server: cash out there.',
  notFlying: 'The round has not started to fly.',
  tooEarly: 'The round has only just started to fly.',
  crashed: 'Too late: the round has crashed.',
};

/** A client leaves the round at the present multiplier: at most once, never after the crash. */
export async function cashOutOwnBet(
  tx: Tx,
  actor: Actor,
  betId: bigint,
): Promise<{ bet: BetRow; change: Change }> {
  if (!(await findOwnBet(tx, actor.id, betId))) throw new Refusal('notFound', 'Bet not found.');
  const reason = await cashOutBet(tx, betId);
  if (reason) throw new Refusal('conflict', reason);
  const bet = await findOwnBet(tx, actor.id, betId);
  assert(bet?.cashoutHundredths, 'A bet that left has its multiplier.');
  const { cashoutHundredths } = bet;
  return { bet, change: { kind: 'bet', id: betId, after: { cashoutHundredths } } };
}

/** A bet leaves its round at the multiplier of this moment; answers why not, where it cannot. */
export async function cashOutBet(tx: Tx, betId: bigint): Promise<string | null> {
  const { rows } = await sql<{ reason: keyof typeof ownReasons | null }>`
    select cash_out_bet(${betId}::bigint) as reason`.execute(tx);
  const reason = rows[0]?.reason;
  return reason ? ownReasons[reason] : null;
}

const reasons = {
  noBet: 'There is no bet with this ref in the round.',
  refRepeated: 'This ref stands twice in the list.',
  left: 'This bet has cashed out at another multiplier.',
  notFlying: 'The round is not flying.',
  aboveTarget: 'This bet left at its auto cash-out, below this multiplier.',
};

/** A game server says at which multipliers its players left; answers why not, for each. */
export async function cashOutBets(
  tx: Tx,
  roundId: bigint,
  serviceKeyId: bigint,
  cashouts: readonly { ref: string; multiplier: number }[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ reason: keyof typeof reasons | null }>`
    select reason from cash_out_bets(${roundId}::bigint, ${serviceKeyId}::bigint,
      ${cashouts.map((one) => one.ref)}::text[],
      ${cashouts.map((one) => one.multiplier)}::int[])`.execute(tx);
  return rows.map(({ reason }) => reason && reasons[reason]);
}
