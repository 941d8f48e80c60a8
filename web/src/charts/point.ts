import type { UrlState } from '#src/lib/address.ts';

/** Where the rows stand that make a figure. */
export interface Way {
  to: '/reports' | '/bets' | '/users';
  search: UrlState;
}

/** A figure of a chart: drawn, read out, and a link to the rows that make it. */
export interface Point {
  key: string;
  /** What the axis says below it; nothing where there is no room. */
  tick: string;
  /** What it is the figure of, in full. */
  name: string;
  /** Null where there is none yet. */
  value: number | null;
  text: string;
  /** The same of the period before, where that is drawn behind it. */
  before?: { value: number; text: string };
  way: Way;
}

/** What a chart shows, whatever it is drawn as. */
export interface ChartData {
  /** In which unit the axis counts: a currency, bets, players. */
  unit: string;
  points: Point[];
  /** What the figures before are of: "yesterday". */
  beforeName?: string;
}
