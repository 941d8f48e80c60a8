import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../kernel/refusal.ts';
import type { Db } from './database.ts';

/** What a column of the screen is sorted by; null where the column cannot be sorted. */
export type SortKeys = readonly (RawBuilder<unknown> | null)[];

/**
 * The order of a list, from the column numbers that the table sent; by time, newest first, where it
 * sent none. It always ends with the id, so that no two rows are equal and none is shown twice or
 * lost between two pages.
 */
export function orderBy(
  query: TableQuery,
  keys: SortKeys,
  id: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!query.order?.length) {
    return at ? sql`order by ${at} desc, ${id} desc` : sql`order by ${id} desc`;
  }
  const parts = query.order.map(({ column, dir }) => {
    const key = keys[column];
    if (!key) throw fieldRefusal('order', `Column ${column} of this list cannot be sorted.`);
    return dir === 'asc' ? sql`${key} asc` : sql`${key} desc`;
  });
  const last = query.order.at(-1)?.dir === 'asc' ? sql`${id} asc` : sql`${id} desc`;
  return sql`order by ${sql.join([...parts, last])}`;
}

/** Which way a list runs in time; undefined where it is sorted by something else. */
export function timeOrder(
  { order }: TableQuery,
  keys: SortKeys,
  at: RawBuilder<unknown>,
): 'asc' | 'desc' | undefined {
  if (!order?.length) return 'desc';
  const [first, ...others] = order;
  return others.length === 0 && first && keys[first.column] === at ? first.dir : undefined;
}

/** The words to search for, or undefined when there are none. */
export function searchTerm(query: TableQuery): string | undefined {
  return query.search?.value.trim().toLowerCase() || undefined;
}

/**
 * Whether a text column holds the words; percent signs and underscores mean themselves. From three
 * letters on an index of trigrams can look for them, below that it would read all of itself.
 */
export function contains(column: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  if ([...term].length < 3) return sql<boolean>`strpos(lower(${column}), ${term}) > 0`;
  return sql<boolean>`lower(${column}) like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** Whether the words may be an id: then they are looked for as one. */
export function isId(term: string): boolean {
  return /^[1-9]\d{0,17}$/.test(term);
}

/** The dates of a list, where both are given, stand in their order. */
export function assertRange({ startDate, endDate }: Range): void {
  if (startDate && endDate && startDate > endDate) {
    throw fieldRefusal('startDate', 'The start date must not be after the end date.');
  }
}

interface Range {
  startDate?: Date | undefined;
  endDate?: Date | undefined;
}

interface Listing {
  columns: RawBuilder<unknown>;
  /** From and where, under the call's own filters. */
  source: RawBuilder<unknown>;
  /** The condition of the words searched for, where there are any. */
  search: RawBuilder<unknown> | '' | undefined;
  sortKeys: SortKeys;
  id: RawBuilder<unknown>;
  /** A query for the count of the source, where one is kept. */
  count?: RawBuilder<unknown>;
}

/** One page of a list with its two counts, as every list call answers it. */
export async function listPage<Row>(db: Db, query: TableQuery, listing: Listing) {
  const { columns, source, search, sortKeys, id } = listing;
  const found = search ? sql`${source} and ${search}` : source;
  const { rows: data } = await sql<Row>`
    select ${columns} ${found} ${orderBy(query, sortKeys, id)}
    limit ${query.length} offset ${query.start}`.execute(db);
  const recordsTotal = await countOf(db, listing.count ?? sql`select count(*) as count ${source}`);
  const recordsFiltered = search
    ? await countOf(db, sql`select count(*) as count ${found}`)
    : recordsTotal;
  return { draw: query.draw, data, recordsTotal, recordsFiltered };
}

async function countOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`${query}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
