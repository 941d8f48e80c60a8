/** What came of one row of the goal: it holds when nothing was found, not even in a control. */
export interface Row {
  row: string;
  name: string;
  seed: number;
  counts: Record<string, number | string>;
  findings: string[];
  /** What a tool reported and why it is none. */
  explained: string[];
  /** The holes that were planted for the same check, each noticed. */
  controls: string[];
  /** Why it could not be run; it has not passed then. */
  skipped?: string;
}

export interface Options {
  seed: number;
  isLong: boolean;
  /** The calls that sqlmap tries; unset: all. */
  routes?: string[] | undefined;
}

export function newRow(row: string, name: string, { seed }: Options): Row {
  return { row, name, seed, counts: {}, findings: [], explained: [], controls: [] };
}

export function skippedRow(row: string, name: string, options: Options, why: string): Row {
  return { ...newRow(row, name, options), skipped: why };
}

export function expectThat(row: Row, isRight: boolean, finding: string): void {
  if (!isRight) row.findings.push(finding);
}

/** A check that does not notice the hole planted for it proves nothing: that is a finding too. */
export function control(row: Row, hole: string, isNoticed: boolean): void {
  if (isNoticed) row.controls.push(hole);
  else row.findings.push(`The planted hole was not noticed: ${hole}.`);
}

export function holds({ findings, skipped }: Row): boolean {
  return findings.length === 0 && skipped === undefined;
}

/** Numbers from the seed alone, from 0 up to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function rounded(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals));
}
