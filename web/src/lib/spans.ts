import type { Span } from '@pitboss/contract/dashboard';
import { dayAfter } from './date-presets.ts';
import { type Day, type DayRange, dayOf, dayStart } from './dates.ts';

const slotMs = 15 * 60_000;

/** Days from their first moment up to the first of the day after. */
export function spanOf({ startDay, endDay }: DayRange): Span {
  return { from: dayStart(startDay), to: dayStart(dayAfter(endDay)) };
}

/** The hours of a day by its own clock; one that is skipped is not there. */
export function hoursOf(day: Day): Span[] {
  const start = dayStart(day);
  const at = (hour: number) =>
    new Date(start.getFullYear(), start.getMonth(), start.getDate(), hour);
  return Array.from({ length: 24 }, (_, hour) => ({ from: at(hour), to: at(hour + 1) })).filter(
    ({ from, to }) => from < to,
  );
}

type Step = 'day' | 'week' | 'month';

/** The days, weeks (from Monday) or months of a range, cut off at its ends. */
export function stepsOf({ startDay, endDay }: DayRange, step: Step): DayRange[] {
  const steps: DayRange[] = [];
  let day = startDay;
  while (day <= endDay) {
    const last = lastDayOf(day, step);
    steps.push({ startDay: day, endDay: last < endDay ? last : endDay });
    day = dayAfter(last);
  }
  return steps;
}

function lastDayOf(day: Day, step: Step): Day {
  const start = dayStart(day);
  if (step === 'day') return day;
  if (step === 'week') return dayAfter(day, (7 - start.getDay()) % 7);
  return dayOf(new Date(start.getFullYear(), start.getMonth() + 1, 0));
}

/** As many days as there are, right before them. */
export function daysBefore({ startDay, endDay }: DayRange): DayRange {
  const days = stepsOf({ startDay, endDay }, 'day').length;
  return { startDay: dayAfter(startDay, -days), endDay: dayAfter(startDay, -1) };
}

/** The quarter of an hour that runs now has begun at this moment. */
export function slotStart(now: number): Date {
  return new Date(Math.floor(now / slotMs) * slotMs);
}
