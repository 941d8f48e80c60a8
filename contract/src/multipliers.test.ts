import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { StakeAmount } from './money.ts';
import { CashoutMultiplier, Multiplier } from './multiplier.ts';
import { Percent } from './multipliers.ts';

function refuses(schema: z.ZodMiniType, value: unknown): boolean {
  return !z.safeDecode(schema, value).success;
}

test('a multiplier makes the round trip as a number of two decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000_000 }), (hundredths) => {
      const wire = z.encode(Multiplier, hundredths);
      expect(wire).toBe(hundredths / 100);
      expect(z.decode(Multiplier, wire)).toBe(hundredths);
      expect(z.decode(Multiplier, (hundredths / 100).toFixed(2))).toBe(hundredths);
    }),
  );
});

test('a share in percent makes the round trip with four decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (millionths) => {
      const wire = (millionths / 10_000).toFixed(4);
      expect(z.decode(Percent, wire)).toBe(millionths);
      const number = z.encode(Percent, millionths);
      // 1e-7 and its like would not be plain numbers, but the smallest share is 0.0001.
      expect(z.decode(Percent, number)).toBe(millionths);
    }),
  );
});

test.each([
  0,
  0.99,
  -1,
  1.005,
  '1.005',
  '1e2',
  '1,5',
  ' 2',
  '',
  '0x2',
  1_000_000.01,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  true,
  [2],
])('%j is not a multiplier', (value) => {
  expect(refuses(Multiplier, value)).toBe(true);
  expect(refuses(CashoutMultiplier, value)).toBe(true);
});

test('nobody aims at or leaves with 1.00', () => {
  expect([refuses(Multiplier, 1), refuses(CashoutMultiplier, 1)]).toEqual([false, true]);
  expect(z.decode(CashoutMultiplier, 1.01)).toBe(101);
  expect(z.decode(CashoutMultiplier, 1_000_000)).toBe(100_000_000);
});

test.each([0, 0.00001, 100.0001, 101, -5, '50%', '', null, '1e1'])('%j is not a share', (value) => {
  expect(refuses(Percent, value)).toBe(true);
});

test('a stake is 0.01 to 100,000,000', () => {
  for (const wrong of [0, '0.00', -1, 0.001, 100_000_000.01, '100000000.01', '1e3']) {
    expect([wrong, refuses(StakeAmount, wrong)]).toEqual([wrong, true]);
  }
  expect(z.decode(StakeAmount, 0.01)).toBe(1n);
  expect(z.decode(StakeAmount, '100000000')).toBe(10_000_000_000n);
});

test('the largest stake at the largest multiplier stays within 64 bits', () => {
  const largest = z.decode(StakeAmount, 100_000_000) * 100_000_000n;
  expect(largest < 2n ** 63n).toBe(true);
});
