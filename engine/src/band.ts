/**
 * One band of the table that crash points are drawn from. Multipliers are whole hundredths
 * (2.00× is 200) and probabilities whole millionths (50 % is 500,000), so sums are exact.
 */
export interface Band {
  minHundredths: number;
  maxHundredths: number;
  probabilityMillionths: number;
}

/** 1.00×: where a round crashes before anybody can leave. */
export const multiplierMinHundredths = 100;

/** 1,000,000.00×: the largest crash point, so that no payout leaves 64 bits. */
export const multiplierMaxHundredths = 100_000_000;

export const wholeMillionths = 1_000_000;

/** What the built-in table returns at every target, unless the limit is lower. */
export const defaultReturnMillionths = 970_000;

/** The built-in table, P(M ≥ m) = return / m: the same return at every target. */
export interface BuiltIn {
  returnMillionths: number;
}

/** What a round is drawn from; a list without bands is the built-in table that returns 97 %. */
export type Table = readonly Band[] | BuiltIn;

/** The table of a version: its bands or, without any, the built-in one with its own return. */
export function tableOf(bands: readonly Band[], builtInMillionths: number | null): Table {
  if (bands.length > 0) return bands;
  return { returnMillionths: builtInMillionths ?? defaultReturnMillionths };
}

/** The built-in table follows the limit: it never returns more. */
export function builtInUnder(limitMillionths: number): BuiltIn {
  return { returnMillionths: Math.min(defaultReturnMillionths, limitMillionths) };
}

/** What a table without bands returns at every target; undefined if it has bands. */
export function levelReturn(table: Table): number | undefined {
  if ('returnMillionths' in table) return table.returnMillionths;
  return table.length === 0 ? defaultReturnMillionths : undefined;
}

export function bandsOf(table: Table): readonly Band[] {
  return 'returnMillionths' in table ? [] : table;
}

/** A table is a set: its order of entry changes neither a draw nor the hash of the table. */
export function sortedBands(table: readonly Band[]): Band[] {
  return table.toSorted(
    (a, b) =>
      a.minHundredths - b.minHundredths ||
      a.maxHundredths - b.maxHundredths ||
      a.probabilityMillionths - b.probabilityMillionths,
  );
}

export function totalMillionths(table: readonly Band[]): number {
  return table.reduce((sum, band) => sum + band.probabilityMillionths, 0);
}
