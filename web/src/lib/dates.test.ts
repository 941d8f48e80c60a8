import { expect, it } from 'vitest';
import { dayEnd, dayOf, dayStart, defaultRange, formatDay, isDay } from './dates.ts';

it('starts yesterday at midnight and ends today at 23:59', () => {
  const { startDay, endDay } = defaultRange(new Date(2026, 2, 1, 9, 30));
  expect([startDay, endDay]).toEqual(['2026-02-28', '2026-03-01']);
  expect(dayStart(startDay)).toEqual(new Date(2026, 1, 28, 0, 0, 0, 0));
  expect(dayEnd(endDay)).toEqual(new Date(2026, 2, 1, 23, 59, 59, 999));
});

it('writes a day as dd-mm-yyyy', () => {
  expect(formatDay('2026-03-01')).toBe('01-03-2026');
});

it.each(['2026-02-30', '0999-01-01', '2026-1-1', '', 'today'])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

it.each(['1000-01-01', '2024-02-29', '9999-12-31'])('%s is a day', (day) => {
  expect(isDay(day)).toBe(true);
  expect(dayOf(dayStart(day))).toBe(day);
});
