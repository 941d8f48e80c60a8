import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../kernel/refusal.ts';
import type { Db } from './database.ts';

/** What a column of the screen is sorted by; null where the column cannot be sorted. */
export type SortKeys = readonly (RawBuilder<unknown> | null)[];

/**
 * The order of a list, from the column numbers that the table sent. It always ends with the id,
 * so that no two rows are equal and none is shown twice or lost between two pages.
 */
export function orderBy(
  query: TableQuery,
  keys: SortKeys,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = (query.order ?? []).map(({ column, dir }) => {
    const key = keys[column];
    if (!key) throw fieldRefusal('order', `Column ${column} of this list cannot be sorted.`);
    return dir === 'asc' ? sql`${key} asc` : sql`${key} desc`;
  });
  const last = query.order?.at(-1)?.dir === 'asc' ? sql`${id} asc` : sql`${id} desc`;
  return sql`order by ${sql.join([...parts, last])}`;
}

/** The words to search for, or undefined when there are none. */
export function searchTerm(query: TableQuery): string | undefined {
  return query.search?.value.trim().toLowerCase() || undefined;
}

/** Whether a text column holds the words; percent signs and underscores mean themselves. */
export function contains(column: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${column}), ${term}) > 0`;
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
}

/** One page of a list with its two counts, as every list call answers it. */
export async function listPage<Row>(db: Db, query: TableQuery, listing: Listing) {
  const { columns, source, search, sortKeys, id } = listing;
  const found = search ? sql`${source} and ${search}` : source;
  const { rows: data } = await sql<Row>`
    select ${columns} ${found} ${orderBy(query, sortKeys, id)}
    limit ${query.length} offset ${query.start}`.execute(db);
  const recordsFiltered = await countRows(db, found);
  const recordsTotal = search ? await countRows(db, source) : recordsFiltered;
  return { draw: query.draw, data, recordsTotal, recordsFiltered };
}

async function countRows(db: Db, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count ${source}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
