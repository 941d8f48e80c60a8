import type { Currency, Minor } from '@pitboss/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Given } from '../db/fixed-statement.ts';
import type { Actor } from '../kernel/actor.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import type { BetRow } from './bet-row.ts';
import { type BetReason, sentenceOf } from './place-bets.ts';

/** A client's bet as the database's verb answers with it. */
export interface PlacedBet {
  id: bigint;
  roundId: bigint;
  stakeMinor: Minor;
  autoHundredths: number | null;
  currency: Currency;
  createdAt: Date;
}

/** The field that is told when the money is not there. */
export const moneyField = 'stake';

/** The database's verb for a client's own bet on the round that it is shown. */
export function placeBetSql<C>(
  { refused, actor }: { refused: RawBuilder<unknown>; actor: RawBuilder<unknown> },
  { round, stake, autoCashout }: Given<NewOwnBet, C>,
): RawBuilder<unknown> {
  return sql`place_bet(${refused}, ${actor}, ${round}::bigint, ${stake}::bigint,
    ${autoCashout}::int)`;
}

interface NewOwnBet {
  /** The round that the player means; without it the one that is shown. */
  round: bigint | null;
  stake: Minor;
  autoCashout: number | null;
}

export function betRefusal(reason: string, limitMinor: Minor | null, actor: Actor): Refusal {
  if (reason === 'otherRound') {
    return new Refusal('conflict', 'Another round is on: bet on the one that is shown.');
  }
  const sentence = sentenceOf(reason as BetReason, limitMinor, actor.currency);
  if (reason === 'maintenance') return new Refusal('unavailable', sentence);
  if (reason === 'closed') return new Refusal('conflict', 'No round is open for betting.');
  return fieldRefusal('stake', sentence);
}

/** A bet that was placed just now. */
export function asPlaced(bet: PlacedBet): Omit<BetRow, 'userId' | 'username'> {
  const { createdAt: updatedAt } = bet;
  return { ...bet, updatedAt, type: 'unsettled', cashoutMinor: null, cashoutHundredths: null };
}
