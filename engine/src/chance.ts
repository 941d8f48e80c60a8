import type { Table } from './band.ts';
import { multiplierMinHundredths } from './band.ts';
import { bestTarget, edgeReturns, returnAt } from './rtp.ts';

/** What a player who always leaves at one target gets back, of the targets that pay at all. */
export interface ReturnRange {
  lowest: number;
  highest: number;
}

/** The least and the most that a table returns, over its edges and the first target. */
export function returnRange(table: Table): ReturnRange {
  const { returnShare: highest } = bestTarget(table);
  const first = returnAt(table, multiplierMinHundredths + 1);
  const shares = edgeReturns(table)
    .filter(({ edgeHundredths }) => edgeHundredths > multiplierMinHundredths)
    .map(({ edgeHundredths }) => returnAt(table, edgeHundredths))
    .filter((share) => share > 0);
  return { lowest: Math.min(highest, first > 0 ? first : highest, ...shares), highest };
}

/** Sums over rounds: of each one's stakes and cash-outs, of their squares and of their product. */
export interface PlayedRounds {
  /** How many of the rounds paid anything out. */
  paid: number;
  stakes: number;
  stakesSquared: number;
  bothTimes: number;
  cashoutsSquared: number;
}

export interface Interval {
  from: number;
  to: number;
}

/** With fewer rounds that paid, the spread of what they paid says too little. */
export const paidMin = 30;

/** 99 of 100 results of chance lie within so many standard errors. */
const standardErrors = 2.575829;

/**
 * Where the share of the stakes that was paid back lies by chance alone in 99 of 100 cases, if the
 * table returns what it says; undefined for too little play. Bets of one round end by one crash
 * point and are not independent, rounds are: so it is the spread of whole rounds that counts. With
 * the true return ρ the sum over rounds of (cash-outs − ρ × stakes)² estimates the variance of the
 * total without bias, whatever the players' targets and however the stakes differ. Players who
 * leave at targets of their choice may be anywhere between the lowest and the highest return.
 */
export function chanceInterval(
  played: PlayedRounds,
  { lowest, highest }: ReturnRange,
): Interval | undefined {
  if (played.paid < paidMin || played.stakes <= 0) return undefined;
  return {
    from: Math.max(0, lowest - standardErrors * standardErrorAt(played, lowest)),
    to: highest + standardErrors * standardErrorAt(played, highest),
  };
}

function standardErrorAt(played: PlayedRounds, share: number): number {
  const { stakes, stakesSquared, bothTimes, cashoutsSquared } = played;
  const squares = cashoutsSquared - 2 * share * bothTimes + share * share * stakesSquared;
  return Math.sqrt(Math.max(0, squares)) / stakes;
}
