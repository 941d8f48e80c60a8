import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverSpan } from './cover-span.ts';

const hourMs = 3_600_000;
const begin = Date.parse('2026-01-20T00:00:00Z');
/** Anywhere in eighty days, most often on a quarter of an hour, an hour, a day or a month. */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 80 * 24 * hourMs }).map((ms) => begin + ms),
  fc.nat(80 * 96).map((count) => begin + (count * hourMs) / 4),
  fc.nat(80 * 24).map((count) => begin + count * hourMs),
  fc.nat(80).map((count) => begin + count * 24 * hourMs),
  fc.nat(2).map((month) => Date.UTC(2026, 1 + month)),
);

test('whatever is asked for and folded, each moment counts once in a span and never outside', () => {
  fc.assert(
    fc.property(
      fc.tuple(moment, moment).map((ends) => ends.toSorted((one, other) => one - other)),
      moment.map((ms) => Math.floor(ms / hourMs) * hourMs),
      moment,
      ([from = 0, to = 0], until, at) => {
        const cover = coverSpan({ from: new Date(from), to: new Date(to) }, new Date(until));
        const { marks, ...parts } = cover;
        let times = 0;
        for (const mark of marks) {
          const isRest = mark.period.startsWith('rest');
          const step = mark.period.endsWith('day') ? hourMs : 24 * hourMs;
          expect(mark.at.getTime()).toBeLessThanOrEqual(until);
          expect(mark.at.getTime() % step).toBe(0);
          // The end of a period is the beginning of the next, and means the one that ends.
          const inside = isRest ? mark.at : new Date(mark.at.getTime() - 1);
          const length = mark.period.endsWith('day') ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
          const isSame =
            new Date(at).toISOString().slice(0, length) === inside.toISOString().slice(0, length);
          if (isSame && at < mark.at.getTime() !== isRest) times += mark.sign;
        }
        for (const part of Object.values(parts).flat()) {
          if (at >= part.from.getTime() && at < part.to.getTime()) times += 1;
        }
        expect(times).toBe(at >= from && at < to ? 1 : 0);
        expect(marks.length).toBeLessThanOrEqual(12);
      },
    ),
    { numRuns: 5_000 },
  );
});
