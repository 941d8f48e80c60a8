import type { Play } from '@pitboss/contract/dashboard';
import { formatCount, formatMoney, formatSignedMoney } from '#src/lib/format.ts';

export type Measure = 'pl' | 'stakes' | 'bets' | 'players';

/** What the figures are called, in the order that they stand in. */
export const measures: Record<Measure, string> = {
  pl: 'Profit/Loss',
  stakes: 'Stakes',
  bets: 'Bets',
  players: 'Active players',
};

/** As a number for drawing and comparing: money in whole units. */
export function numberOf(play: Play, measure: Measure): number {
  const value = play[measure];
  return typeof value === 'bigint' ? Number(value) / 100 : value;
}

export function textOf(play: Play, measure: Measure): string {
  if (measure === 'pl') return formatSignedMoney(play.pl);
  if (measure === 'stakes') return formatMoney(play.stakes);
  return formatCount(play[measure]);
}

export function unitOf(measure: Measure, currency: string): string {
  return measure === 'bets' || measure === 'players' ? measure : currency;
}
