import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Band, multiplierMaxHundredths } from './band.ts';
import { crashPointAt, drawCount } from './crash-point.ts';
import { bestTarget, edgeReturns, edgesAbove, returnAt, returnCurve } from './rtp.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

function edgesOf(table: Band[]): number[] {
  const edges = table.flatMap((one) => [one.minHundredths, one.maxHundredths]);
  return [...new Set(edges)].sort((a, b) => a - b);
}

/** The number of draws that reach a target, found by halving: a higher draw never falls lower. */
function drawsFrom(table: Band[], target: number): bigint {
  let low = 0n;
  let high = drawCount;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (crashPointAt(middle, table) >= target) high = middle;
    else low = middle + 1n;
  }
  return drawCount - low;
}

/** Edge times chance at the best edge, in integers of any size. */
function bestByBruteForce(table: Band[]): { edge: number; exact: bigint } {
  let best = { edge: 0, exact: -1n };
  for (const edge of edgesOf(table)) {
    const reaching = table.filter((one) => one.minHundredths >= edge);
    const mass = reaching.reduce((sum, one) => sum + BigInt(one.probabilityMillionths), 0n);
    const exact = BigInt(edge) * mass;
    if (exact > best.exact) best = { edge, exact };
  }
  return best;
}

describe('the return at a target', () => {
  test.each([
    ['all that is not missing at 1.00', 100, 0.98],
    ['the edge times the bands from it on', 200, 0.96],
    ['a straight line between edges', 350, 0.93],
    ['the same at a higher edge', 500, 0.9],
    ['nothing where the last band ends', 5_000, 0],
    ['nothing above the last band', 6_000, 0],
    ['nothing below 1.00, where nobody can leave', 99, 0],
  ])('is %s', (_what, target, share) => {
    expect(returnAt(fourBands, target)).toBeCloseTo(share, 12);
  });

  test('of the built-in table is 0.97 up to the largest multiplier and nothing beyond', () => {
    for (const target of [100, 101, 350, 99_999, multiplierMaxHundredths]) {
      expect(returnAt([], target)).toBe(0.97);
    }
    expect(returnAt([], multiplierMaxHundredths + 1)).toBe(0);
    expect(returnAt([], 99)).toBe(0);
  });

  test('rises in a gap between bands, where the chance stays the same', () => {
    const gap = [band(100, 200, 500_000), band(400, 800, 200_000)];
    expect(returnAt(gap, 200)).toBeCloseTo(0.4, 12);
    expect(returnAt(gap, 300)).toBeCloseTo(0.6, 12);
    expect(returnAt(gap, 400)).toBeCloseTo(0.8, 12);
  });

  test('is a straight line between neighbouring edges', () => {
    fc.assert(
      fc.property(anyTable(), fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (...any) => {
        const [table, pick, place] = any;
        const edges = edgesOf(table);
        const index = pick % (edges.length - 1);
        const [low = 0, high = 0] = edges.slice(index, index + 2);
        const target = Math.round(low + place * (high - low));
        const line =
          (returnAt(table, low) * (high - target) + returnAt(table, high) * (target - low)) /
          (high - low);
        expectNear(returnAt(table, target), line);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is what the draws give, all of them counted', () => {
    const target = fc.oneof(
      fc.integer({ min: 101, max: 1_000 }),
      fc.integer({ min: 101, max: multiplierMaxHundredths }),
    );
    const table = fc.oneof({ weight: 4, arbitrary: anyTable() }, fc.constant<Band[]>([]));
    fc.assert(
      fc.property(table, target, (bands, at) => {
        const chance = Number(drawsFrom(bands, at)) / Number(drawCount);
        expect(Math.abs(chance - (returnAt(bands, at) * 100) / at)).toBeLessThan(1e-12);
      }),
      { numRuns: 500 },
    );
  });

  test('is best at an edge, whatever the target', () => {
    fc.assert(
      fc.property(anyTable(1_500), (table) => {
        let best = 0;
        for (let target = 100; target <= 1_500; target++) {
          best = Math.max(best, returnAt(table, target));
        }
        const atEdges = edgeReturns(table).map((one) => one.returnMillionths / 1_000_000);
        expectNear(best, Math.max(...atEdges));
      }),
      { numRuns: 200 },
    );
  });
});

function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
}

describe('the returns at edges', () => {
  test('come once for each edge, upwards and exact', () => {
    expect(edgeReturns(fourBands.toReversed())).toEqual([
      { edgeHundredths: 100, returnMillionths: 980_000 },
      { edgeHundredths: 200, returnMillionths: 960_000 },
      { edgeHundredths: 500, returnMillionths: 900_000 },
      { edgeHundredths: 1_000, returnMillionths: 400_000 },
      { edgeHundredths: 5_000, returnMillionths: 0 },
    ]);
  });

  test('may be parts of a millionth', () => {
    expect(edgeReturns([band(101, 200, 1)])[0]?.returnMillionths).toBe(1.01);
  });

  test('of the built-in table are those at both of its ends', () => {
    expect(edgeReturns([])).toEqual([
      { edgeHundredths: 100, returnMillionths: 970_000 },
      { edgeHundredths: multiplierMaxHundredths, returnMillionths: 970_000 },
    ]);
  });

  test('agree with the return at the edge as a target', () => {
    fc.assert(
      fc.property(anyTable(), (table) => {
        expect(edgeReturns(table).map((one) => one.edgeHundredths)).toEqual(edgesOf(table));
        for (const { edgeHundredths, returnMillionths } of edgeReturns(table)) {
          expectNear(returnAt(table, edgeHundredths), returnMillionths / 1_000_000);
        }
      }),
    );
  });
});

describe('the edges above a limit', () => {
  test('are none if every edge keeps to it, the limit itself included', () => {
    expect(edgesAbove(fourBands, 980_000)).toEqual([]);
    expect(edgesAbove([], 970_000)).toEqual([]);
    expect(edgesAbove({ returnMillionths: 900_000 }, 900_000)).toEqual([]);
  });

  test('come upwards', () => {
    expect(edgesAbove(fourBands, 950_000)).toEqual([
      { edgeHundredths: 100, returnMillionths: 980_000 },
      { edgeHundredths: 200, returnMillionths: 960_000 },
    ]);
    const late = [band(100, 350, 500_000), band(350, 700, 350_000)];
    expect(edgesAbove(late, 990_000)).toEqual([
      { edgeHundredths: 350, returnMillionths: 1_225_000 },
    ]);
  });

  test('are found by the smallest excess that there is', () => {
    const table = [band(101, 200, 980_199)];
    expect(edgesAbove(table, 990_000)).toEqual([
      { edgeHundredths: 101, returnMillionths: 990_000.99 },
    ]);
    expect(edgesAbove(table, 990_001)).toEqual([]);
  });

  test('agree with brute force', () => {
    const limit = fc.oneof(
      fc.integer({ min: 0, max: 1_500_000 }),
      fc.constantFrom('exactly', 'one less'),
    );
    fc.assert(
      fc.property(anyTable(), limit, (table, choice) => {
        const best = bestByBruteForce(table);
        const nearest = Number(best.exact / 100n);
        const limitOf = { exactly: nearest, 'one less': nearest - 1 };
        const limitMillionths =
          typeof choice === 'number' ? choice : limitOf[choice as keyof typeof limitOf];
        const isAbove = best.exact > BigInt(limitMillionths) * 100n;
        const edges = edgesAbove(table, limitMillionths).map((one) => one.edgeHundredths);
        expect(edges.includes(best.edge)).toBe(isAbove);
        if (!isAbove) expect(edges).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the best target', () => {
  test('is one that a player can leave at', () => {
    expect(bestTarget(fourBands).targetHundredths).toBe(101);
    expect(bestTarget([band(100, 101, 990_000)]).returnShare).toBe(0);
    expect(bestTarget([band(100, 101, 400_000), band(200, 300, 400_000)])).toEqual({
      targetHundredths: 200,
      returnShare: 0.8,
    });
    expect(bestTarget({ returnMillionths: 900_000 }).returnShare).toBe(0.9);
  });

  test('returns as much as the best of all targets', () => {
    fc.assert(
      fc.property(anyTable(1_500), (table) => {
        let best = 0;
        for (let target = 101; target <= 1_500; target++) {
          best = Math.max(best, returnAt(table, target));
        }
        expectNear(bestTarget(table).returnShare, best);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the curve to draw', () => {
  test('goes from the lowest edge to the highest and touches every edge', () => {
    const curve = returnCurve(fourBands, 50);
    expect(curve.at(0)).toEqual({ targetHundredths: 100, returnShare: 0.98 });
    expect(curve.at(-1)).toEqual({ targetHundredths: 5_000, returnShare: 0 });
    expect(curve.length).toBeGreaterThanOrEqual(50);
    const targets = curve.map((one) => one.targetHundredths);
    expect(targets).toEqual(expect.arrayContaining([101, 200, 500, 1_000]));
  });

  test('of the built-in table is level up to the largest multiplier', () => {
    const curve = returnCurve([], 30);
    expect(curve.at(-1)?.targetHundredths).toBe(multiplierMaxHundredths);
    expect(new Set(curve.map((one) => one.returnShare))).toEqual(new Set([0.97]));
  });

  test('rises strictly in its targets, for any table and number of points', () => {
    fc.assert(
      fc.property(anyTable(), fc.integer({ min: 0, max: 200 }), (table, points) => {
        const curve = returnCurve(table, points);
        const targets = curve.map((one) => one.targetHundredths);
        expect(targets).toEqual([...new Set(targets)].sort((a, b) => a - b));
        expect(targets.every(Number.isInteger)).toBe(true);
        expect(targets).toEqual(expect.arrayContaining(edgesOf(table)));
        for (const { targetHundredths, returnShare } of curve) {
          expect(returnShare).toBe(returnAt(table, targetHundredths));
        }
      }),
    );
  });
});
