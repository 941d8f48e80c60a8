import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { multiplierMaxHundredths } from './band.ts';
import { multiplierAt, timeTo } from './curve.ts';

const anyDoubling = fc.integer({ min: 50, max: 60_000 });
const anyMultiplier = fc.oneof(
  fc.integer({ min: 101, max: 1_000 }),
  fc.integer({ min: 101, max: multiplierMaxHundredths }),
  fc.integer({ min: 0, max: 19 }).map((power) => 100 * 2 ** power + 1),
  fc.integer({ min: 1, max: 19 }).map((power) => 100 * 2 ** power),
  fc.integer({ min: multiplierMaxHundredths - 100, max: multiplierMaxHundredths }),
);

describe('the curve', () => {
  test('starts at 1.00, doubles in each doubling time and is cut to two decimals', () => {
    expect(multiplierAt(0, 7_000)).toBe(100);
    expect(multiplierAt(3_500, 7_000)).toBe(141);
    expect(multiplierAt(6_999, 7_000)).toBe(199);
    for (let power = 0; power < 20; power++) {
      expect(multiplierAt(7_000 * power, 7_000)).toBe(100 * 2 ** power);
    }
  });

  test('is never below 1.00, also before the start', () => {
    expect(multiplierAt(-1, 5_000)).toBe(100);
    expect(multiplierAt(-1e9, 5_000)).toBe(100);
  });

  test('stops at the largest multiplier', () => {
    expect(multiplierAt(1e12, 50)).toBe(multiplierMaxHundredths);
    expect(multiplierAt(Number.POSITIVE_INFINITY, 50)).toBe(multiplierMaxHundredths);
  });

  test('never falls', () => {
    const anyTime = fc.integer({ min: 0, max: 1_300_000 });
    fc.assert(
      fc.property(anyTime, anyTime, anyDoubling, (a, b, doublingMs) => {
        const early = multiplierAt(Math.min(a, b), doublingMs);
        expect(early).toBeLessThanOrEqual(multiplierAt(Math.max(a, b), doublingMs));
        expect(multiplierAt(a, doublingMs)).toBeLessThanOrEqual(multiplierAt(a + 1, doublingMs));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the time to a multiplier', () => {
  test('is nothing for 1.00 and whole doubling times for its doublings', () => {
    expect(timeTo(100, 5_000)).toBe(0);
    expect(timeTo(0, 5_000)).toBe(0);
    expect(timeTo(200, 5_000)).toBe(5_000);
    expect(timeTo(102_400, 5_000)).toBe(50_000);
  });

  test('is never for more than the largest multiplier', () => {
    expect(timeTo(multiplierMaxHundredths + 1, 5_000)).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isInteger(timeTo(multiplierMaxHundredths, 5_000))).toBe(true);
  });

  test('is the first whole millisecond at which the curve has reached it', () => {
    fc.assert(
      fc.property(anyMultiplier, anyDoubling, (hundredths, doublingMs) => {
        const timeMs = timeTo(hundredths, doublingMs);
        expect(Number.isInteger(timeMs)).toBe(true);
        expect(timeMs).toBeGreaterThan(0);
        expect(multiplierAt(timeMs, doublingMs)).toBeGreaterThanOrEqual(hundredths);
        expect(multiplierAt(timeMs - 1, doublingMs)).toBeLessThan(hundredths);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    ['too early', 40_816_881, 59_954],
    ['too early', 90_449_169, 54_119],
    ['too late', 35_795_462, 56_106],
    ['too late', 53_315_973, 54_155],
  ])('is so where the rounded logarithm comes %s', (_when, hundredths, doublingMs) => {
    const timeMs = timeTo(hundredths, doublingMs);
    expect(multiplierAt(timeMs, doublingMs)).toBeGreaterThanOrEqual(hundredths);
    expect(multiplierAt(timeMs - 1, doublingMs)).toBeLessThan(hundredths);
  });

  test.each([50, 333, 5_000, 60_000])('is so for each up to 1,000.00 at %i ms', (doublingMs) => {
    const wrong: string[] = [];
    for (let hundredths = 101; hundredths <= 100_000; hundredths++) {
      const timeMs = timeTo(hundredths, doublingMs);
      const isFirst =
        multiplierAt(timeMs, doublingMs) >= hundredths &&
        multiplierAt(timeMs - 1, doublingMs) < hundredths;
      if (!isFirst) wrong.push(`${timeMs} ms is not the first for ${hundredths}`);
    }
    expect(wrong).toEqual([]);
  });
});
