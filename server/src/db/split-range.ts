export interface Range {
  from: Date | undefined;
  to: Date | undefined;
}

/** A range as whole steps, and what is left of it at its two ends. */
export interface SplitRange {
  /** The steps that lie wholly inside begin at or after `first` and before `last`. */
  first: Date | null;
  last: Date | null;
  /** Both ends included, but for `before`, which is not. Null stands for an open end. */
  edges: { from: Date | null; to: Date | null; before: Date | null }[];
}

/**
 * Cuts a range along steps of the clock, so that whole steps are read from a rollup and only the
 * ends are counted. Both ends of the range belong to it; steps are counted from the epoch.
 */
export function splitRange({ from, to }: Range, stepMs: number): SplitRange {
  const first = from ? new Date(Math.ceil(from.getTime() / stepMs) * stepMs) : null;
  const last = to ? new Date(Math.floor(to.getTime() / stepMs) * stepMs) : null;
  if (first && last && first > last) {
    return { first, last, edges: [{ from: from ?? null, to: to ?? null, before: null }] };
  }
  const edges = [];
  if (from && first && from < first) edges.push({ from, to: null, before: first });
  if (to && last) edges.push({ from: last, to, before: null });
  return { first, last, edges };
}
