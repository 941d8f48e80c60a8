import { describe, expect, it } from 'vitest';
import {
  capitalise,
  floorMinor,
  formatCents,
  formatCompactMoney,
  formatMoney,
  formatMultiplier,
  formatPercent,
  formatSignedMoney,
  formatTimestamp,
} from './format.ts';

describe('money', () => {
  it.each([
    [0n, '0'],
    [100n, '1'],
    [1250n, '12.50'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [-123_456_700n, '-1,234,567'],
    [100_000_000_000_099n, '1,000,000,000,000.99'],
  ])('%s minor units read %s', (minor, text) => {
    expect(formatMoney(minor)).toBe(text);
  });

  it('has two decimals in a profit or loss', () => {
    expect([0n, 5n, 1_234_50n, 7_000_00n].map(formatCents)).toEqual([
      '0.00',
      '0.05',
      '1,234.50',
      '7,000.00',
    ]);
  });

  it('carries a sign where colour tells it too', () => {
    expect([1n, 0n, -1n].map(formatSignedMoney)).toEqual(['+0.01', '0', '-0.01']);
  });

  it('is rounded down on the dashboard, below zero as well', () => {
    expect([199n, 100n, -1n, -100n, -101n].map(floorMinor)).toEqual([
      100n,
      100n,
      -100n,
      -100n,
      -200n,
    ]);
  });
});

it('writes millions short, and never more than there is', () => {
  expect(
    [
      99_999_999n,
      100_000_000n,
      123_999_999n,
      9_999_999_900n,
      12_399_999_999n,
      900_000_000_000_00n,
      -1_999_999_999n,
    ].map(formatCompactMoney),
  ).toEqual([undefined, '1.00M', '1.23M', '99.9M', '123M', '900B', '-19.9M']);
});

it('writes multipliers with two decimals and percentages with what they need', () => {
  expect([100, 235, 100_000_000].map(formatMultiplier)).toEqual([
    '1.00×',
    '2.35×',
    '1,000,000.00×',
  ]);
  expect([formatPercent(0.97), formatPercent(0.123456), formatPercent(1.225, 2)]).toEqual([
    '97 %',
    '12.3456 %',
    '122.50 %',
  ]);
});

it('writes moments as M/d/yy, h:mm:ss a', () => {
  expect(formatTimestamp(new Date(2026, 2, 9, 16, 5, 9))).toBe('3/9/26, 4:05:09 PM');
  expect(formatTimestamp(new Date(2005, 11, 31, 0, 0, 0))).toBe('12/31/05, 12:00:00 AM');
});

it('capitalises only the first letter', () => {
  expect(capitalise('super admin')).toBe('Super admin');
});
