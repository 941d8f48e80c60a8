import { describe, expect, it } from 'vitest';
import {
  capitalise,
  floorMinor,
  formatMoney,
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

it('writes moments as M/d/yy, h:mm:ss a', () => {
  expect(formatTimestamp(new Date(2026, 2, 9, 16, 5, 9))).toBe('3/9/26, 4:05:09 PM');
  expect(formatTimestamp(new Date(2005, 11, 31, 0, 0, 0))).toBe('12/31/05, 12:00:00 AM');
});

it('capitalises only the first letter', () => {
  expect(capitalise('super admin')).toBe('Super admin');
});
