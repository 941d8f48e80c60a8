import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInUnder } from './band.ts';
import { returnProblems } from './return-problems.ts';
import { bestTarget, edgeReturns } from './rtp.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

const rules = { limitMillionths: 990_000, floorMillionths: 750_000 };

/** The example of the decisions: whole, and so too generous from its first target on. */
const wholeBands = [
  band(100, 200, 500_000),
  band(200, 500, 300_000),
  band(500, 1_000, 150_000),
  band(1_000, 5_000, 50_000),
];

describe('rounds may be drawn from a table', () => {
  test.each([
    ['within both', fourBands],
    ['at the limit itself', [band(100, 300, 990_000)]],
    ['whose best target returns the floor itself', [band(200, 300, 375_000)]],
    ['that is the built-in one', []],
  ])('%s', (_what, table) => {
    expect(returnProblems(table, rules)).toEqual([]);
  });
});

describe('a table that returns too much', () => {
  test('names the first target and what to leave for 1.00×', () => {
    expect(returnProblems(wholeBands, rules)).toEqual([
      'Whoever always leaves at 1.01× gets back 100.00 %. ' +
        'Leave at least 1 % for rounds that end at 1.00×.',
      'Whoever always leaves at 2.00× gets back 100.00 %. ' +
        'Give the bands from 2.00× on at most 49.5 % together.',
      'Whoever always leaves at 5.00× gets back 100.00 %. ' +
        'Give the bands from 5.00× on at most 19.8 % together.',
    ]);
  });

  test('does not say of the first target what holds only before it', () => {
    expect(returnProblems([band(100, 150, 1_000_000)], rules)).toEqual([
      'Whoever always leaves before 1.01× gets back 100.00 %. ' +
        'Leave at least 1 % for rounds that end at 1.00×.',
    ]);
  });

  test('names the edge with a share that fits', () => {
    const table = [band(100, 350, 500_000), band(350, 700, 350_000)];
    expect(returnProblems(table, rules)).toEqual([
      'Whoever always leaves at 3.50× gets back 122.50 %. ' +
        'Give the bands from 3.50× on at most 28.2857 % together.',
    ]);
    expect(returnProblems([band(100, 350, 500_000), band(350, 700, 282_857)], rules)).toEqual([]);
  });

  test('by the smallest excess is not told as if it were the limit', () => {
    expect(returnProblems([band(101, 200, 980_199)], rules)[0]).toContain('back 99.000099 %.');
  });
});

describe('a table that returns too little', () => {
  test('names its best target', () => {
    expect(returnProblems([band(100, 200, 500_000)], rules)).toEqual([
      'The best target, 1.01×, gives back 49.50 %. Some target must give back at least 75 %.',
    ]);
  });

  test.each([1, 990_000])('with all rounds at 1.00× is none to play on', (probability) => {
    expect(returnProblems([band(100, 101, probability)], rules)).toEqual([
      'Every round ends at 1.00×, before anybody can leave. ' +
        'Some target must give back at least 75 %.',
    ]);
  });
});

describe('the built-in table', () => {
  test.each([
    [1_000_000, 970_000],
    [970_000, 970_000],
    [969_999, 969_999],
    [900_000, 900_000],
  ])('returns under a limit of %i millionths %i', (limitMillionths, returnMillionths) => {
    const table = builtInUnder(limitMillionths);
    expect(table).toEqual({ returnMillionths });
    expect(returnProblems(table, { ...rules, limitMillionths })).toEqual([]);
  });

  test('that was made under another limit is refused', () => {
    expect(returnProblems([], { ...rules, limitMillionths: 900_000 })).toEqual([
      'The built-in table gives back 97.00 % at every target, above the limit of 90 %.',
    ]);
    const low = { returnMillionths: 800_000 };
    expect(returnProblems(low, { ...rules, floorMillionths: 850_000 })).toEqual([
      'The built-in table gives back 80.00 % at every target, below the floor of 85 %.',
    ]);
  });
});

test('a table is judged by its best edge and its best target alone', () => {
  const share = fc.integer({ min: 0, max: 3_000_000 });
  fc.assert(
    fc.property(anyTable(), share, share, (table, limitMillionths, floorMillionths) => {
      const most = Math.max(...edgeReturns(table).map((one) => one.returnMillionths));
      const best = bestTarget(table).returnShare * 1_000_000;
      const isWithin = most <= limitMillionths && best >= floorMillionths;
      const problems = returnProblems(table, { limitMillionths, floorMillionths });
      if (Math.abs(best - floorMillionths) > 1e-6) expect(problems.length === 0).toBe(isWithin);
    }),
  );
});
