import { expect, it } from 'vitest';
import { exactTime } from './exact-time.ts';

it('says the day as the filters do, the time to the millisecond, and the zone', () => {
  const at = new Date(2026, 10, 5, 15, 4, 5, 67);
  expect(exactTime(at)).toMatch(/^05-11-2026 15:04:05\.067 UTC[+-]\d\d:\d\d$/);
});

it('names the zone of that moment, east of Greenwich and west of it', () => {
  const at = new Date(2026, 10, 5);
  const zones: [number, string][] = [
    [-330, 'UTC+05:30'],
    [0, 'UTC+00:00'],
    [210, 'UTC-03:30'],
  ];
  for (const [behind, words] of zones) {
    at.getTimezoneOffset = () => behind;
    expect(exactTime(at)).toContain(words);
  }
});
