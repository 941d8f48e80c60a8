import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableOf } from './band.ts';
import { tableHash } from './table-hash.ts';
import { anyTable, band, fourBands } from './test/any-table.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a table is hashed by the text of its bands, lowest first', () => {
  const text = '100-200:500000;200-500:300000;500-1000:140000;1000-5000:40000';
  expect(tableHash(fourBands)).toBe(sha256(text));
  expect(tableHash(fourBands.toReversed())).toBe(sha256(text));
});

test('an empty table is hashed as the built-in one', () => {
  expect(tableHash([])).toBe(sha256('default:970000'));
  expect(tableHash(tableOf([], null))).toBe(sha256('default:970000'));
  expect(tableHash(tableOf([], 900_000))).toBe(sha256('default:900000'));
  expect(tableHash(tableOf(fourBands, 900_000))).toBe(tableHash(fourBands));
});

test('the order of entry changes no hash, and the table itself is left as it was', () => {
  const shuffled = anyTable().chain((table) =>
    fc.tuple(
      fc.constant(table),
      fc.shuffledSubarray(table, { minLength: table.length, maxLength: table.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([table, other]) => {
      const before = structuredClone(other);
      expect(tableHash(other)).toBe(tableHash(table));
      expect(other).toEqual(before);
    }),
  );
});

test('any other number in a table is another hash', () => {
  const tables = [
    [band(100, 200, 500_000)],
    [band(101, 200, 500_000)],
    [band(100, 201, 500_000)],
    [band(100, 200, 500_001)],
    [band(100, 150, 250_000), band(150, 200, 250_000)],
    [],
  ];
  expect(new Set(tables.map(tableHash)).size).toBe(tables.length);
});
