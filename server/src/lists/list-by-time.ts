import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { ranksOf, readRanked, type Search } from './search.ts';
import { orderKeys, type SortKeys, timeOrder } from './table-page.ts';

export const slotMs = 15 * 60_000;
export const dayMs = 24 * 60 * 60_000;

/** Rows that an index holds in the order of time. */
export interface Lane {
  /** What stands in from beside the rows, such as the operators that each have a lane. */
  across: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Where its rows and their moments stand, when not where the list's own do. */
  table?: RawBuilder<unknown>;
  at?: RawBuilder<unknown>;
}

interface TimedList {
  /** The table with its name in the query, its moment and its id. */
  table: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What leads straight to a row: its id where that has an index, or where it stands. */
  row: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  /** The table with what its columns need. */
  from: RawBuilder<unknown>;
  /** Which rows, under the call's own filters. */
  where: RawBuilder<unknown>;
  /** The words searched for, where there are any. */
  search: Search | '' | undefined;
  sortKeys: SortKeys;
  /**
   * Selects of (at, rows, first, second, third): what each step of the clock holds, from rollups
   * and counted live. Steps may come more than once; they are added up.
   */
  parts: RawBuilder<unknown>[];
  /** The same by days, where a rollup has them: a hundredth of the rows. */
  days?: RawBuilder<unknown>[];
  /** The same for any condition, counted live: right for anything, dear for much. */
  counted: (where: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Where the rows stand in the order of time; without them a page is found by OFFSET. */
  lanes?: Lane[] | undefined;
  stepMs: number;
}

interface Sums {
  rows: bigint;
  first: bigint;
  second: bigint;
  third: bigint;
}

/** The steps of the clock that hold a page's rows, and how many of them come before the page. */
interface Place {
  steps: Date[];
  skip: number;
  /** How many rows stand in these steps. */
  rows: number;
}

/** A page by where it is reached from. */
interface Way {
  steps: Date[];
  skip: number;
  length: number;
  direction: Direction;
}

type Direction = 'asc' | 'desc';

/**
 * A page of a list that runs in time, with the sums of everything found. In the order of time, and
 * without words to search for, it costs the same on the last page of ten million rows as on the
 * first of a thousand, where an OFFSET reads all that it skips. Sorted otherwise, or searched, it
 * is as dear as what it has to look through.
 */
export async function listByTime<Row>(db: Db, query: TableQuery, list: TimedList) {
  const { where, search, sortKeys, lanes, at, id, row } = list;
  const direction = timeOrder(query, sortKeys, at);
  const days = await addUp(db, list.days ?? list.parts);
  const all = sumOf(days);
  const order = sql`order by ${orderKeys(query, sortKeys, id, at)}`;
  const read = async (picked: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      select ${list.columns} from ${list.from} where ${picked}`.execute(db);
    return rows;
  };
  const readAt = (found: RawBuilder<unknown>, limit: number, offset: number) =>
    read(sql`${found} ${order} limit ${limit} offset ${offset}`);
  if (search) {
    const sums = async (found: RawBuilder<unknown>) =>
      sumOf(await addUp(db, [list.counted(sql`${where} and ${found}`)]));
    const matching = await sums(search.all);
    const ranks = ranksOf(search);
    const rows = await readRanked<Row>({
      query,
      total: Number(matching.rows),
      count: async (rank) => Number((await sums(ranks[rank])).rows),
      read: (rank, ...page) => readAt(sql`${where} and ${ranks[rank]}`, ...page),
    });
    return { rows, all, matching };
  }
  if (!lanes || !direction) {
    return { rows: await readAt(where, query.length, query.start), all, matching: all };
  }
  const place = await findPlace(db, list, days, query, direction);
  const picked = pickRows(nearerWay(place, query.length, direction), list, lanes);
  const rows = await read(sql`${where} and ${row} = any (${picked}) ${order}`);
  return { rows, all, matching: all };
}

/** What each day holds: a rollup's quarters of an hour are read once and leave a row a day. */
async function addUp(db: Db, parts: RawBuilder<unknown>[]): Promise<(Sums & { at: Date })[]> {
  const { rows } = await sql<Sums & { at: Date }>`
    select date_bin('1 day', at, 'epoch') as at, sum(rows)::bigint as rows,
      coalesce(sum(first), 0)::bigint as first, coalesce(sum(second), 0)::bigint as second,
      coalesce(sum(third), 0)::bigint as third
    from (${sql.join(parts, sql` union all `)}) part (at, rows, first, second, third)
    group by 1`.execute(db);
  return rows;
}

function sumOf(days: Sums[]): Sums {
  const sums: Sums = { rows: 0n, first: 0n, second: 0n, third: 0n };
  for (const { rows, first, second, third } of days) {
    sums.rows += rows;
    sums.first += first;
    sums.second += second;
    sums.third += third;
  }
  return sums;
}

/** First the days that a page lies in, then the quarters of an hour of those days alone. */
async function findPlace(
  db: Db,
  { parts, stepMs }: TimedList,
  days: { at: Date; rows: bigint }[],
  { start, length }: TableQuery,
  direction: Direction,
): Promise<Place> {
  const inDays = walk(days, start, length, direction);
  const [one, other] = [inDays.steps.at(0), inDays.steps.at(-1)];
  if (stepMs === dayMs || !one || !other) return inDays;
  const [from, last] = one < other ? [one, other] : [other, one];
  const { rows } = await sql<{ at: Date; rows: bigint }>`
    select at, sum(rows)::bigint as rows
    from (${sql.join(parts, sql` union all `)}) part (at, rows)
    where at >= ${from}::timestamptz and at < ${new Date(last.getTime() + dayMs)}::timestamptz
    group by 1`.execute(db);
  return walk(rows, inDays.skip, length, direction);
}

/** Passes over the steps that lie before a page and answers with those that it lies in. */
function walk(
  given: { at: Date; rows: bigint }[],
  start: number,
  length: number,
  direction: Direction,
): Place {
  const sign = direction === 'asc' ? 1 : -1;
  const ordered = given.toSorted((one, other) => sign * (one.at.getTime() - other.at.getTime()));
  const steps: Date[] = [];
  let before = 0;
  let skip = 0;
  let held = 0;
  for (const { at, rows } of ordered) {
    const after = before + Number(rows);
    if (after > start && before < start + length && rows > 0n) {
      if (steps.length === 0) skip = start - before;
      steps.push(at);
      held += Number(rows);
    }
    before = after;
  }
  return { steps, skip, rows: held };
}

/** From the end of its steps that a page is nearer to: the last page passes over no row. */
function nearerWay({ steps, skip, rows }: Place, length: number, direction: Direction): Way {
  const behind = Math.max(0, rows - skip - length);
  if (skip <= behind) return { steps, skip, length, direction };
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  return { steps, skip: behind, length: Math.min(length, rows - skip), direction: opposite };
}

/**
 * The rows of a page as an array, because a join with a page of unknown length might be planned as
 * a scan of the whole table. First the moments of its steps are walked through, which stand in the
 * indexes of the lanes: only what shares its moments with the page is fetched and put in order by
 * ids.
 */
function pickRows(
  { steps, skip, length, direction }: Way,
  { id, row, stepMs, ...list }: TimedList,
  lanes: Lane[],
): RawBuilder<unknown> {
  const order = sql.raw(direction);
  const isBefore = direction === 'asc' ? sql`at < span.one` : sql`at > span.other`;
  const inSteps = ({ across, where, table = list.table, at = list.at }: Lane) => sql`
    select walked.at
    from unnest(${steps}::timestamptz[]) step (at) ${across} cross join lateral (
      select ${at} as at from ${table}
      where ${where} and ${at} >= step.at
        and ${at} < step.at + ${`${stepMs} milliseconds`}::interval
      order by ${at} ${order} limit ${skip + length}) walked`;
  const inSpan = ({ across, where, table = list.table, at = list.at }: Lane) => sql`
    select picked.at, picked.id, picked.row
    from (select) once ${across} cross join lateral (
      select ${at} as at, ${id} as id, ${row} as row from ${table}
      where ${where} and ${at} between (select one from span) and (select other from span)
      order by ${at} ${order}, ${id} ${order}
      limit ${length} + (select skip from place)) picked`;
  const all = (selects: RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);
  return sql`array(
    with walked as materialized (
      select at from (${all(lanes.map(inSteps))}) step order by at ${order} limit ${skip + length}),
    span as materialized (
      select min(at) as one, max(at) as other
      from (select at from walked order by at ${order} offset ${skip}) page),
    place as materialized (
      select ${skip} - count(*) as skip from walked, span where ${isBefore})
    select row from (${all(lanes.map(inSpan))}) page
    order by at ${order}, id ${order} limit ${length} offset (select skip from place))`;
}
