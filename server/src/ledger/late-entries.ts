import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Lane } from '../lists/list-by-time.ts';

interface Timeline {
  /** When an entry stands in the list. */
  at: RawBuilder<unknown>;
  source: RawBuilder<unknown>;
  lanes: Lane[];
}

interface Listed {
  where: RawBuilder<unknown>;
  stepMs: number;
}

const late = sql`late_entries l
  join entries e on e.account_id::int = l.account_id::int and e.sequence::int = l.sequence::int`;

/**
 * An earlier release could write an entry with an earlier time than the entry before it. Such a
 * late entry is listed at the time of the latest entry before it, so that a list by time shows the
 * balances in their order; its own time, and the ranges it is found in, stay as they are. Late
 * entries are lanes of their own, and the rollups are corrected for those that move to another step
 * of the clock. Where there are none, nothing is added.
 */
export async function inOrder(
  db: Db,
  { at, source, lanes }: Timeline,
  { where, stepMs }: Listed,
): Promise<Timeline & { parts: RawBuilder<unknown>[] }> {
  const { rows } = await sql`select from late_entries limit 1`.execute(db);
  if (rows.length === 0) return { at, source, lanes, parts: [] };
  const isLate = sql`exists (select from late_entries l where l.entry_id = e.id)`;
  const moved = (moment: RawBuilder<unknown>, rows: 1 | -1) => sql`
    select date_bin(${`${stepMs} milliseconds`}::interval, ${moment}, 'epoch'), ${rows}::bigint,
      ${rows}::bigint * greatest(e.amount_minor, 0), ${rows}::bigint * greatest(-e.amount_minor, 0),
      0::bigint
    from ${late} where l.crosses_slot and ${where}`;
  return {
    at: sql`coalesce(l.listed_at, e.created_at)`,
    source: sql`${source} left join late_entries l on l.entry_id = e.id`,
    lanes: lanes.flatMap((lane) => [
      { ...lane, at, where: sql`${lane.where} and not ${isLate}` },
      { ...lane, table: late, at: sql`l.listed_at` },
    ]),
    parts: [moved(at, -1), moved(sql`l.listed_at`, 1)],
  };
}
