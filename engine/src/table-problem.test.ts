import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeReturns } from './rtp.ts';
import { tableProblem } from './table-problem.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

const limit = 990_000;

describe('a table is accepted', () => {
  test.each([
    ['with four touching bands below the limit', fourBands],
    ['in any order', fourBands.toReversed()],
    ['with a gap', [band(100, 200, 500_000), band(300, 400, 100_000)]],
    ['with the widest band there is', [band(100, 100_000_000, 990_000)]],
    ['with the narrowest and least likely', [band(100, 101, 1)]],
    ['if it is empty, which is the built-in one', []],
  ])('%s', (_what, table) => {
    expect(tableProblem(table, limit)).toBeUndefined();
  });

  test('whose return is the limit itself', () => {
    expect(tableProblem([band(100, 200, 990_000)], limit)).toBeUndefined();
    expect(tableProblem([band(100, 200, 1_000_000)], 1_000_000)).toBeUndefined();
  });
});

describe('a table is refused', () => {
  test.each([
    ['a start below 1', [band(99, 200, 1)], 'min', 'The smallest multiplier is 1.'],
    ['half a hundredth', [band(100.5, 200, 1)], 'min', 'with at most two decimals'],
    ['a start that is no number', [band(Number.NaN, 200, 1)], 'min', 'two decimals'],
    ['an end that is no number', [band(100, Number.NaN, 1)], 'max', 'two decimals'],
    ['an end at the start', [band(200, 200, 1)], 'max', 'must be greater than its start'],
    ['an end before the start', [band(200, 199, 1)], 'max', 'must be greater than its start'],
    ['an end too far', [band(100, 100_000_001, 1)], 'max', 'The largest multiplier is 1,000,000.'],
    ['no probability', [band(100, 200, 0)], 'probability', 'must be greater than 0 %'],
    ['less than none', [band(100, 200, -1)], 'probability', 'must be greater than 0 %'],
    ['too many decimals', [band(100, 200, 0.5)], 'probability', 'at most four decimals'],
    ['more than all', [band(100, 200, 1_000_001)], 'probability', 'is at most 100 %'],
  ] as const)('for %s', (_what, table, field, message) => {
    const problem = tableProblem(table, 5_000_000);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(message);
  });

  test('for two bands that overlap, however they come', () => {
    const [low, high] = [band(100, 300, 100_000), band(299, 400, 100_000)];
    const message = 'The band from 1.00× to 3.00× overlaps the band from 2.99× to 4.00×.';
    expect(tableProblem([low, high], limit)).toEqual({ field: 'min', message });
    expect(tableProblem([high, low], limit)).toEqual({ field: 'min', message });
  });

  test('for a band inside of another and for the same band twice', () => {
    const wide = band(100, 900, 100_000);
    expect(tableProblem([wide, band(200, 300, 1)], limit)?.field).toBe('min');
    expect(tableProblem([wide, wide], limit)?.field).toBe('min');
  });

  test('for probabilities of more than 100 % together', () => {
    const table = [band(100, 110, 600_000), band(110, 120, 400_001)];
    expect(tableProblem(table, 5_000_000)).toEqual({
      field: 'probability',
      message: 'All bands together have 100.0001 %, above 100 %.',
    });
  });

  test('for an edge that returns too much, which the message names', () => {
    const table = [band(100, 350, 500_000), band(350, 700, 350_000)];
    expect(tableProblem(table, limit)).toEqual({
      field: 'probability',
      message: 'At 3.50× a player would get back 122.50 %, above the limit of 99 %.',
    });
  });

  test('for the smallest excess, which the message does not round away', () => {
    expect(tableProblem([band(101, 200, 980_199)], limit)?.message).toBe(
      'At 1.01× a player would get back 99.000099 %, above the limit of 99 %.',
    );
  });

  test('if it is empty and the limit is below what the built-in one returns', () => {
    expect(tableProblem([], 965_000)?.message).toBe(
      'At 1.00× a player would get back 97.00 %, above the limit of 96.5 %.',
    );
  });
});

test('a table without overlap is judged by its returns alone', () => {
  fc.assert(
    fc.property(anyTable(), fc.integer({ min: 0, max: 3_000_000 }), (table, limitMillionths) => {
      const returns = edgeReturns(table).map((one) => one.returnMillionths);
      const isWithin = Math.max(...returns) <= limitMillionths;
      expect(tableProblem(table, limitMillionths) === undefined).toBe(isWithin);
    }),
  );
});

test('taking a band out of an accepted table never makes it too generous', () => {
  fc.assert(
    fc.property(anyTable(), fc.nat(), (table, pick) => {
      const allowed = Math.ceil(Math.max(...edgeReturns(table).map((one) => one.returnMillionths)));
      const rest = table.filter((_, index) => index !== pick % table.length);
      if (rest.length > 0) expect(tableProblem(rest, allowed)).toBeUndefined();
    }),
  );
});
