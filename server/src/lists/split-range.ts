import { type RawBuilder, sql } from 'kysely';

export interface Range {
  from: Date | undefined;
  to: Date | undefined;
}

/** From and to belong to it, before does not. Null stands for an open end. */
export interface Span {
  from: Date | null;
  to: Date | null;
  before: Date | null;
}

/** Steps of the clock that lie wholly inside a range, by the moments at which they begin. */
export type WholeSteps = Span & { to: null };

/** A range as whole steps, and what is left of it at its two ends. */
export interface SplitRange {
  whole: WholeSteps;
  edges: Span[];
}

/**
 * Cuts a range along steps of the clock, so that whole steps are read from a rollup and only the
 * ends are counted. Both ends of the range belong to it; steps are counted from the epoch.
 */
export function splitRange({ from, to }: Range, stepMs: number): SplitRange {
  const first = from ? new Date(Math.ceil(from.getTime() / stepMs) * stepMs) : null;
  const last = to ? new Date(Math.floor(to.getTime() / stepMs) * stepMs) : null;
  const whole: WholeSteps = { from: first, to: null, before: last };
  if (first && last && first > last) {
    return { whole, edges: [{ from: from ?? null, to: to ?? null, before: null }] };
  }
  const edges: Span[] = [];
  if (from && first && from < first) edges.push({ from, to: null, before: first });
  if (to && last) edges.push({ from: last, to, before: null });
  return { whole, edges };
}

/** What of a span lies at a moment or later. */
export function since(span: Span, moment: Date): Span {
  return { ...span, from: span.from && span.from > moment ? span.from : moment };
}

/** Whether a moment lies in a span, as a condition that an index can look for. */
export function within(at: RawBuilder<unknown>, { from, to, before }: Span): RawBuilder<unknown> {
  const conditions = [
    ...(from ? [sql`${at} >= ${from}::timestamptz`] : []),
    // The wire tells milliseconds, and an old row may lie inside the last of them.
    ...(to ? [sql`${at} < ${new Date(to.getTime() + 1)}::timestamptz`] : []),
    ...(before ? [sql`${at} < ${before}::timestamptz`] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** Whether a moment lies in a range, both ends included. */
export function inRange(at: RawBuilder<unknown>, { from, to }: Range): RawBuilder<unknown> {
  return within(at, { from: from ?? null, to: to ?? null, before: null });
}
