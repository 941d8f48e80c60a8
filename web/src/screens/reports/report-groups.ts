import type { Span } from '@pitboss/contract/dashboard';
import type { ReportGroup, UrlState } from '#src/lib/address.ts';
import { type DayRange, dayOf, dayStart, formatDay } from '#src/lib/dates.ts';
import { hoursOf, spanOf, stepsOf } from '#src/lib/spans.ts';
import { momentsIn, rangeIn } from '#src/lib/url-state.ts';

export const groupNames: Record<ReportGroup, string> = {
  round: 'Round',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  client: 'Client',
  operator: 'Operator',
  version: 'Multiplier version',
};

export type TimeGroup = 'hour' | 'day' | 'week' | 'month';

/** A row of a report by time. */
export interface Step {
  name: string;
  tick: string;
  span: Span;
  /** What its own rows are asked for by. */
  search: UrlState;
}

/** The range in the address from its first moment to the first after it. */
export function spanIn(state: UrlState): Span {
  const { startDate, endDate } = momentsIn(state);
  return { from: startDate, to: new Date(endDate.getTime() + 1) };
}

/** Whole days, which are not always 24 hours. */
export function daysIn({ from, to }: Span): number {
  return Math.round((to.getTime() - from.getTime()) / 86_400_000);
}

/** The same length of time right before. */
export function spanBefore(span: Span): Span {
  const { from, to } = span;
  const days = daysIn(span);
  // By the calendar where it is whole days.
  const start =
    dayStart(dayOf(from)).getTime() === from.getTime() && days > 0
      ? new Date(from.getFullYear(), from.getMonth(), from.getDate() - days)
      : new Date(2 * from.getTime() - to.getTime());
  return { from: start, to: from };
}

export function stepsIn(state: UrlState, group: TimeGroup): Step[] {
  const range = rangeIn(state);
  if (group === 'hour') return stepsOf(range, 'day').flatMap(({ startDay }) => hourSteps(startDay));
  return stepsOf(range, group).map((days) => ({
    name: nameOf(days),
    tick: `${formatDay(days.startDay).slice(0, 5)}`,
    span: spanOf(days),
    search: days,
  }));
}

/** Steps of which neither a few nor hundreds fit into the range. */
export function groupOf({ startDay, endDay }: DayRange): TimeGroup {
  const days = (dayStart(endDay).getTime() - dayStart(startDay).getTime()) / 86_400_000 + 1;
  if (days <= 2) return 'hour';
  return days <= 92 ? 'day' : 'month';
}

function hourSteps(day: string): Step[] {
  return hoursOf(day).map((span) => ({
    name: `${formatDay(day)}, ${clock(span.from)}–${clock(span.to)}`,
    tick: clock(span.from),
    span,
    search: {
      from: span.from.toISOString(),
      to: new Date(span.to.getTime() - 1).toISOString(),
    },
  }));
}

function nameOf({ startDay, endDay }: DayRange): string {
  return startDay === endDay
    ? formatDay(startDay)
    : `${formatDay(startDay)} – ${formatDay(endDay)}`;
}

function clock(at: Date): string {
  return `${String(at.getHours()).padStart(2, '0')}:00`;
}
