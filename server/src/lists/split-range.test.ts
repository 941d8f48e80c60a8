import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRange } from './split-range.ts';

const step = 100;
const at = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));

/** How often a moment is counted: by a whole step that lies inside, and by each end. */
function timesCounted(moment: number, from: number | undefined, to: number | undefined): number {
  const { whole, edges } = splitRange({ from: at(from), to: at(to) }, step);
  const stepStart = Math.floor(moment / step) * step;
  const isInSteps =
    (whole.from === null || stepStart >= whole.from.getTime()) &&
    (whole.before === null || stepStart < whole.before.getTime());
  const inEdges = edges.filter(
    (edge) =>
      (edge.from === null || moment >= edge.from.getTime()) &&
      (edge.to === null || moment <= edge.to.getTime()) &&
      (edge.before === null || moment < edge.before.getTime()),
  );
  return Number(isInSteps) + inEdges.length;
}

test('every moment of a range is counted once, and no other is', () => {
  const end = fc.option(fc.integer({ min: -500, max: 500 }), { nil: undefined });
  fc.assert(
    fc.property(end, end, fc.integer({ min: -600, max: 600 }), (one, other, moment) => {
      const isTurned = one !== undefined && other !== undefined && one > other;
      const [from, to] = isTurned ? [other, one] : [one, other];
      const isInside = (from === undefined || moment >= from) && (to === undefined || moment <= to);
      expect(timesCounted(moment, from, to)).toBe(isInside ? 1 : 0);
    }),
    { numRuns: 5_000 },
  );
});

test('each moment around every end is counted once or not at all', () => {
  for (let from = 0; from <= 205; from += 5) {
    for (let to = from; to <= 205; to += 5) {
      for (const moment of [from - 1, from, from + 1, to - 1, to, to + 1, 99, 100, 101]) {
        const expected = moment >= from && moment <= to ? 1 : 0;
        expect([from, to, moment, timesCounted(moment, from, to)]).toEqual([
          from,
          to,
          moment,
          expected,
        ]);
      }
    }
  }
});

test('between whole steps only the last moment is left to count', () => {
  expect(splitRange({ from: at(100), to: at(400) }, step)).toEqual({
    whole: { from: at(100), to: null, before: at(400) },
    edges: [{ from: at(400), to: at(400), before: null }],
  });
});

test('a range without ends is whole steps alone', () => {
  const split = splitRange({ from: undefined, to: undefined }, step);
  expect(split).toEqual({ whole: { from: null, to: null, before: null }, edges: [] });
});
