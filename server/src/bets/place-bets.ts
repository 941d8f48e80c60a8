import { type Currency, type Minor, textFromMinor } from '@pitboss/contract/money';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export interface NewBet {
  /** The game server's own id of the bet; a player's bet has none. */
  ref: string | null;
  userId: bigint;
  stakeMinor: Minor;
  autoHundredths: number | null;
}

const reasons = {
  refUsed: () => 'This ref was used for another bet.',
  refRepeated: () => 'This ref stands twice in the list.',
  closed: () => 'The round is not open for betting.',
  maintenance: () => 'The game is under maintenance.',
  noClient: () => 'There is no such client.',
  blocked: () => 'The account is suspended, locked or deleted.',
  belowMinimum: (limit: string) => `The smallest stake of this account is ${limit}.`,
  aboveMaximum: (limit: string) => `The largest stake of this account is ${limit}.`,
  short: (limit: string) => `Not enough balance: ${limit} available.`,
};
export type BetReason = keyof typeof reasons;

export interface PlacedBet {
  betId: bigint | null;
  reason: BetReason | null;
  /** The limit that was met, or the money that is there. */
  limitMinor: Minor | null;
}

/** Who places: a player its own bet, or a game server with its key. */
export interface Placer {
  actorId: bigint | null;
  serviceKeyId: bigint | null;
}

/**
 * Places bets on a round as one set: stakes are held, and what cannot be placed is answered with
 * its reason while the rest stands. Round, limits, status, money and maintenance are checked in
 * the same transaction, by `place_bets`.
 */
export async function placeBets(
  tx: Tx,
  roundId: bigint,
  { actorId, serviceKeyId }: Placer,
  bets: readonly NewBet[],
): Promise<PlacedBet[]> {
  const { rows } = await sql<Verdicts>`
    select bet_ids as "betIds", refused
    from place_bets(${roundId}::bigint, ${serviceKeyId}::bigint, ${actorId}::bigint,
      ${texts(bets.map((bet) => bet.ref))}::text[],
      ${wholeNumbers(bets.map((bet) => bet.userId))}::bigint[],
      ${wholeNumbers(bets.map((bet) => bet.stakeMinor))}::bigint[],
      ${wholeNumbers(bets.map((bet) => bet.autoHundredths))}::int[])`.execute(tx);
  const { betIds, refused } = rows[0] as Verdicts;
  const placed = (betIds?.split(',') ?? []).map(
    (id): PlacedBet => ({ betId: id === '' ? null : BigInt(id), reason: null, limitMinor: null }),
  );
  for (const [place, reason, limit] of refused ?? []) {
    const limitMinor = limit === null ? null : BigInt(limit);
    placed[place - 1] = { betId: placed[place - 1]?.betId ?? null, reason, limitMinor };
  }
  return placed;
}

/** All ids as one text, and only what is refused one by one. */
interface Verdicts {
  betIds: string | null;
  refused: [place: number, reason: BetReason, limitMinor: string | null][] | null;
}

/** An array as PostgreSQL writes it: numbers need no quotes, which are looked for one by one. */
function wholeNumbers(values: readonly (bigint | number | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`;
}

function texts(values: readonly (string | null)[]): string {
  const quoted = values.map((value) =>
    value === null ? 'null' : `"${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return `{${quoted.join(',')}}`;
}

export function sentenceOf(
  reason: BetReason,
  limitMinor: Minor | null,
  currency?: Currency,
): string {
  const amount = limitMinor === null ? '' : textFromMinor(limitMinor);
  return reasons[reason](currency ? `${amount} ${currency}` : amount);
}
