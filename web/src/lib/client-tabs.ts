import type { UrlState } from './address.ts';

/** The parts of a client's page below its figures, by their names in the address. */
export const clientTabs = [
  'bets',
  'statement',
  'requests',
  'downline',
  'sessions',
  'history',
  'notes',
] as const;
export type ClientTab = (typeof clientTabs)[number];

/** The one that the address names, else the first. */
export function tabIn({ tab }: UrlState): ClientTab {
  return clientTabs.find((known) => known === tab) ?? 'bets';
}
