import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandsProblem } from './table-problem.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

describe('bands are a table', () => {
  test.each([
    ['with four touching bands below the limit', fourBands],
    ['in any order', fourBands.toReversed()],
    ['with a gap', [band(100, 200, 500_000), band(300, 400, 100_000)]],
    ['with the widest band there is', [band(100, 100_000_000, 990_000)]],
    ['with the narrowest and least likely', [band(100, 101, 1)]],
    ['if there are none, which is the built-in one', []],
    ['whatever they return', [band(900, 1_000, 1_000_000)]],
  ])('%s', (_what, table) => {
    expect(bandsProblem(table)).toBeUndefined();
  });

  test('whenever they do not overlap and are not more than the whole', () => {
    fc.assert(
      fc.property(anyTable(), (table) => {
        expect(bandsProblem(table)).toBeUndefined();
      }),
    );
  });
});

describe('bands are refused', () => {
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
    const problem = bandsProblem(table);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(message);
  });

  test('for two bands that overlap, however they come', () => {
    const [low, high] = [band(100, 300, 100_000), band(299, 400, 100_000)];
    const message = 'The band from 1.00× to 3.00× overlaps the band from 2.99× to 4.00×.';
    expect(bandsProblem([low, high])).toEqual({ field: 'min', message });
    expect(bandsProblem([high, low])).toEqual({ field: 'min', message });
  });

  test('for a band inside of another and for the same band twice', () => {
    const wide = band(100, 900, 100_000);
    expect(bandsProblem([wide, band(200, 300, 1)])?.field).toBe('min');
    expect(bandsProblem([wide, wide])?.field).toBe('min');
  });

  test('for probabilities of more than 100 % together', () => {
    const table = [band(100, 110, 600_000), band(110, 120, 400_001)];
    expect(bandsProblem(table)).toEqual({
      field: 'probability',
      message: 'All bands together have 100.0001 %, above 100 %.',
    });
  });
});
