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

/** What the built-in table, which an empty one stands for, returns at every target. */
export const defaultReturnMillionths = 970_000;

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
