import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Band, multiplierMaxHundredths } from './band.ts';
import { crashPoint, crashPointAt, drawCount } from './crash-point.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

const anyDraw = fc.oneof(
  fc.bigInt({ min: 0n, max: drawCount - 1n }),
  fc.bigInt({ min: 0n, max: 1_000n }),
  fc.bigInt({ min: drawCount - 1_000n, max: drawCount - 1n }),
);
const anyTableOrDefault = fc.oneof(
  { weight: 5, arbitrary: anyTable() },
  { weight: 1, arbitrary: fc.constant([]) },
);
const lastDraw = drawCount - 1n;
const beyondLargest = drawCount - (97n * drawCount) / BigInt(multiplierMaxHundredths + 2);

/** The draw as anybody would make it again with Node alone. */
function drawByNode(seed: string, round: bigint, tableText: string): bigint {
  const hash = createHash('sha256').update(tableText).digest('hex');
  const key = Buffer.from(seed, 'hex');
  const digest = createHmac('sha256', key).update(`${round}:${hash}`).digest();
  return digest.readBigUInt64BE(0) >> 12n;
}

describe('the draw', () => {
  const seed = createHash('sha256').update('a seed of the tests').digest('hex');

  test('of the built-in table is the one that Node makes', () => {
    for (let round = 1n; round <= 500n; round++) {
      const draw = drawByNode(seed, round, 'default:970000');
      const exact = Math.floor(97 / (1 - Number(draw) / 2 ** 52));
      expect(crashPoint(seed, round, [])).toBe(Math.max(100, exact));
    }
  });

  test('of the built-in table under a lower limit is the one that Node makes', () => {
    for (let round = 1n; round <= 500n; round++) {
      const draw = drawByNode(seed, round, 'default:900000');
      const exact = Math.floor(90 / (1 - Number(draw) / 2 ** 52));
      const drawn = crashPoint(seed, round, { returnMillionths: 900_000 });
      expect(drawn).toBe(Math.max(100, exact));
    }
  });

  test('of a table with bands is the one that Node makes', () => {
    const text = '100-200:500000;200-500:300000;500-1000:140000;1000-5000:40000';
    for (let round = 1n; round <= 500n; round++) {
      const drawn = crashPoint(seed, round, fourBands);
      expect(drawn).toBe(pointByFloats(Number(drawByNode(seed, round, text)) / 2 ** 52));
    }
  });

  test('changes with the seed, the round and the table', () => {
    const other = createHash('sha256').update('another seed').digest('hex');
    const rounds = Array.from({ length: 20 }, (_, index) => BigInt(index));
    const drawn = (key: string, table: Band[], by = 0n) =>
      rounds.map((round) => crashPoint(key, round + by, table));
    expect(drawn(other, fourBands)).not.toEqual(drawn(seed, fourBands));
    expect(drawn(seed, fourBands, 1n)).not.toEqual(drawn(seed, fourBands));
    expect(drawn(seed, [...fourBands, band(9_000, 9_001, 1)])).not.toEqual(drawn(seed, fourBands));
    expect(drawn(seed, fourBands)).toEqual(drawn(seed, fourBands));
  });

  test.each(['round 7', 'ff0', '0x00'])('is not made from the text %o', (text) => {
    expect(() => crashPoint(text, 1n, [])).toThrow(/hex/);
  });
});

/** The four bands again, in plain floats: near enough for draws that are not made to hurt. */
function pointByFloats(u: number): number {
  if (u < 0.02) return 100;
  const steps = [
    [0.02, 0.5, 100, 200],
    [0.52, 0.3, 200, 500],
    [0.82, 0.14, 500, 1_000],
    [0.96, 0.04, 1_000, 5_000],
  ] as const;
  const [from, share, min, max] = steps.findLast(([start]) => u >= start) ?? steps[0];
  const f = (u - from) / share;
  return Math.floor(1 / (1 / min - f * (1 / min - 1 / max)));
}

describe('the built-in table', () => {
  test.each([
    ['the lowest draw crashes at 1.00', 0n, 100],
    ['so does the last draw below 3 %', (drawCount * 3n) / 100n - 1n, 100],
    ['half of the draws are below 1.94', drawCount / 2n, 194],
    ['one draw before the half is below it', drawCount / 2n - 1n, 193],
    ['a draw beyond the largest multiplier is cut to it', beyondLargest, multiplierMaxHundredths],
    ['so is the highest draw', lastDraw, multiplierMaxHundredths],
  ])('%s', (_what, draw, expected) => {
    expect(crashPointAt(draw, [])).toBe(expected);
  });

  test('reaches m in 0.97 / m of all draws, to the draw', () => {
    const anyTarget = fc.oneof(
      fc.integer({ min: 101, max: 10_000 }),
      fc.integer({ min: 101, max: multiplierMaxHundredths }),
    );
    fc.assert(
      fc.property(anyTarget, (target) => {
        const first = drawCount - (97n * drawCount) / BigInt(target);
        expect(crashPointAt(first, [])).toBeGreaterThanOrEqual(target);
        expect(crashPointAt(first - 1n, [])).toBeLessThan(target);
      }),
    );
  });
});

describe('a table with bands', () => {
  test('crashes at 1.00 for what is missing to 100 %, and then runs through its bands', () => {
    const halves = [band(300, 600, 250_000), band(1_000, 2_000, 250_000)];
    expect(crashPointAt(0n, halves)).toBe(100);
    expect(crashPointAt(drawCount / 2n - 1n, halves)).toBe(100);
    expect(crashPointAt(drawCount / 2n, halves)).toBe(300);
    expect(crashPointAt((drawCount * 5n) / 8n, halves)).toBe(400);
    expect(crashPointAt((drawCount * 3n) / 4n - 1n, halves)).toBe(599);
    expect(crashPointAt((drawCount * 3n) / 4n, halves)).toBe(1_000);
    expect(crashPointAt((drawCount * 7n) / 8n, halves)).toBe(1_333);
    expect(crashPointAt(lastDraw, halves)).toBe(1_999);
  });

  test('that is full has no draw below its lowest band', () => {
    expect(crashPointAt(0n, [band(150, 300, 1_000_000)])).toBe(150);
  });

  test('keeps every draw inside of the band that it falls into', () => {
    fc.assert(
      fc.property(anyTable(), anyDraw, (table, draw) => {
        const point = crashPointAt(draw, table);
        const expected = bandOfDraw(table, draw) ?? band(100, 101, 0);
        expect(point).toBeGreaterThanOrEqual(expected.minHundredths);
        expect(point).toBeLessThan(expected.maxHundredths);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is drawn alike in whatever order its bands come', () => {
    const shuffled = anyTable().chain((table) =>
      fc.tuple(fc.constant(table), fc.shuffledSubarray(table, { minLength: table.length })),
    );
    fc.assert(
      fc.property(shuffled, anyDraw, ([table, other], draw) => {
        expect(crashPointAt(draw, other)).toBe(crashPointAt(draw, table));
        expect(crashPoint('00', draw, other)).toBe(crashPoint('00', draw, table));
      }),
    );
  });

  test('that promises more than 100 % is not drawn from', () => {
    const table = [band(100, 200, 600_000), band(200, 300, 400_001)];
    expect(() => crashPointAt(0n, table)).toThrow(RangeError);
  });
});

/** Which band a draw falls into, by adding up shares: none for what is missing to 100 %. */
function bandOfDraw(table: Band[], draw: bigint): Band | undefined {
  let aboveMillionths = 0n;
  for (const one of table.toSorted((a, b) => b.minHundredths - a.minHundredths)) {
    aboveMillionths += BigInt(one.probabilityMillionths);
    if ((drawCount - draw) * 1_000_000n <= aboveMillionths * drawCount) return one;
  }
  return undefined;
}

describe('any table', () => {
  test('never crashes earlier for a higher draw', () => {
    fc.assert(
      fc.property(anyTableOrDefault, anyDraw, anyDraw, (table, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(crashPointAt(low, table)).toBeLessThanOrEqual(crashPointAt(high, table));
        if (low < lastDraw) {
          expect(crashPointAt(low, table)).toBeLessThanOrEqual(crashPointAt(low + 1n, table));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('crashes at a whole number of hundredths from 1.00 to the largest multiplier', () => {
    fc.assert(
      fc.property(anyTableOrDefault, anyDraw, (table, draw) => {
        const point = crashPointAt(draw, table);
        expect(Number.isInteger(point)).toBe(true);
        expect(point).toBeGreaterThanOrEqual(100);
        expect(point).toBeLessThanOrEqual(multiplierMaxHundredths);
      }),
    );
  });

  test.each([-1n, drawCount])('has no draw %o', (draw) => {
    expect(() => crashPointAt(draw, [])).toThrow(RangeError);
    expect(() => crashPointAt(draw, fourBands)).toThrow(RangeError);
  });
});
