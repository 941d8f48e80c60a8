import type { Span } from '@pitboss/contract/dashboard';
import type { Period } from '#src/lib/address.ts';
import { dayAfter, presetRange } from '#src/lib/date-presets.ts';
import { type Day, type DayRange, dayOf, dayStart } from '#src/lib/dates.ts';
import { daysBefore, hoursOf, slotStart, spanOf, stepsOf } from '#src/lib/spans.ts';

export const periodNames: Record<Period, string> = {
  today: 'Today',
  week: '7 days',
  thirty: '30 days',
  month: 'This month',
};

/** What a period is compared with, in words. */
const beforeNames: Record<Period, string> = {
  today: 'yesterday up to this hour',
  week: 'the 7 days before',
  thirty: 'the 30 days before',
  month: 'last month up to this day',
};

/** All spans that the dashboard asks for, and what they mean. */
export interface Looked {
  range: DayRange;
  whole: Span;
  /** Up to the quarter of an hour that runs, and as long a time before: what is compared. */
  soFar: Span;
  before: Span;
  beforeName: string;
  today: Day;
  hours: Span[];
  hoursBefore: Span[];
  days: Day[];
}

export function lookedAt(period: Period, today: Day, now = Date.now()): Looked {
  const range = presetRange(period, new Date(now));
  const whole = spanOf(range);
  const soFar = { from: whole.from, to: slotStart(now) };
  const days = period === 'today' ? presetRange('thirty', new Date(now)) : range;
  return {
    range,
    whole,
    soFar,
    before: beforeOf(period, range, soFar),
    today,
    beforeName: beforeNames[period],
    hours: hoursOf(today),
    hoursBefore: hoursOf(dayAfter(today, -1)),
    days: stepsOf(days, 'day').map(({ startDay }) => startDay),
  };
}

/** The period before up to the same time of its day; a shorter month ends where it ends. */
function beforeOf(period: Period, range: DayRange, soFar: Span): Span {
  const days = stepsOf(range, 'day').length;
  const startDay =
    period === 'month'
      ? dayAfter(range.startDay, -1).slice(0, 8).concat('01')
      : daysBefore(range).startDay;
  const lastDay = dayAfter(startDay, days - 1);
  const midnight = dayStart(dayOf(soFar.to));
  const to = new Date(dayStart(lastDay).getTime() + soFar.to.getTime() - midnight.getTime());
  return { from: dayStart(startDay), to: new Date(Math.min(to.getTime(), soFar.from.getTime())) };
}

export function spansOf(looked: Looked): Span[] {
  const { whole, soFar, before, hours, hoursBefore, days } = looked;
  const byDay = days.map((day) => spanOf({ startDay: day, endDay: day }));
  return [whole, soFar, before, ...hours, ...hoursBefore, ...byDay];
}
