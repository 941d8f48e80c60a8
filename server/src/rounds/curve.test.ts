import { multiplierAt, timeTo } from '@pitboss/engine/curve';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Every hundredth up to 50×, then ever wider steps to the largest multiplier. */
function multipliers(): number[] {
  const found = Array.from({ length: 4_901 }, (_, index) => 100 + index);
  for (let last = 5_000; last < 100_000_000; last = Math.ceil(last * 1.003)) found.push(last);
  return [...found, 99_999_999, 100_000_000];
}

test.each([8_000, 5_000, 1_000, 13_337, 60_000])(
  'the curve of the database is the one that the browser draws, doubling in %i ms',
  async (doublingMs) => {
    // Where the curve reaches a hundredth, right before, and past its end.
    const moments = multipliers().flatMap((hundredths) => {
      const at = timeTo(hundredths, doublingMs);
      return [Math.max(0, at - 1), at, at + 1];
    });
    moments.push(0, 40 * doublingMs);
    const { rows } = await sql<{ hundredths: number }>`
      select multiplier_at(now.at, ${doublingMs}::int, now.at + ms * interval '1 millisecond')
        as hundredths
      from unnest(${moments}::int[]) with ordinality m (ms, place)
      cross join (select platform_now() as at) now order by place`.execute(database.db);
    const differing = rows
      .map(({ hundredths }, index) => [moments[index], hundredths] as const)
      .filter(([ms = 0, hundredths]) => multiplierAt(ms, doublingMs) !== hundredths);
    expect(differing).toEqual([]);
    expect(rows.length).toBeGreaterThan(20_000);
  },
);
