import { columnNames, type OrderedColumnOf } from '@pitboss/contract/columns';
import type { Endpoint } from '@pitboss/contract/endpoint';
import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { fieldRefusal } from '../kernel/refusal.ts';
import { rankOf, type Search } from './search.ts';

/** What a column of the screen is sorted by, by its number; null where it cannot be sorted. */
export type SortKeys = readonly (RawBuilder<unknown> | null)[];

/** One key for every column that the contract lets a list be ordered by, and no other. */
export type KeysOf<E extends Endpoint> = Record<OrderedColumnOf<E>, RawBuilder<unknown>>;

/** The keys in the order of the contract's columns, which is the one that the wire counts. */
export function sortKeysOf<E extends Endpoint>(endpoint: E, keys: KeysOf<NoInfer<E>>): SortKeys {
  const named: Record<string, RawBuilder<unknown>> = keys;
  return columnNames(endpoint).map((name) => named[name] ?? null);
}

/**
 * What a list is ordered by, from the column numbers that the table sent; by time, newest first,
 * where it sent none. It always ends with the id, so that no two rows are equal and none is shown
 * twice or lost between two pages.
 */
export function orderKeys(
  query: TableQuery,
  keys: SortKeys,
  id: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!query.order?.length) return at ? sql`${at} desc, ${id} desc` : sql`${id} desc`;
  const parts = query.order.map(({ column, dir }) => {
    const key = keys[column];
    if (!key) throw fieldRefusal('order', `Column ${column} of this list cannot be sorted.`);
    return dir === 'asc' ? sql`${key} asc` : sql`${key} desc`;
  });
  const last = query.order.at(-1)?.dir === 'asc' ? sql`${id} asc` : sql`${id} desc`;
  return sql.join([...parts, last]);
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
  /** The words searched for, where there are any. */
  search: Search | '' | undefined;
  sortKeys: SortKeys;
  id: RawBuilder<unknown>;
  /** A query for the count of the source, where one is kept. */
  count?: RawBuilder<unknown>;
}

/** One page of a list with its two counts, as every list call answers it. */
export async function listPage<Row>(db: Db, query: TableQuery, listing: Listing) {
  const { columns, source, search, sortKeys, id } = listing;
  const recordsTotal = await countOf(db, listing.count ?? sql`select count(*) as count ${source}`);
  const read = async (page: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`select ${columns} ${source} ${page}`.execute(db);
    return rows;
  };
  if (!search) {
    const data = await read(sql`order by ${orderKeys(query, sortKeys, id)}
      limit ${query.length} offset ${query.start}`);
    return { draw: query.draw, data, recordsTotal, recordsFiltered: recordsTotal };
  }
  const { ids, found } = await findPage(db, query, search, listing);
  const picked = sql`${ids}::bigint[]`;
  const data =
    ids.length === 0
      ? []
      : await read(sql`and ${id} = any (${picked}) order by array_position(${picked}, ${id})`);
  return { draw: query.draw, data, recordsTotal, recordsFiltered: found };
}

/**
 * A page of what a search finds, and how much it finds: looked for once, and planned for its words
 * without what the rows have to tell. First stand those that are the words themselves, then those
 * that begin with them.
 */
async function findPage(db: Db, query: TableQuery, search: Search, listing: Listing) {
  const { source, sortKeys, id } = listing;
  const wanted = sql`${source} and ${search.all}`;
  // The words lead to few rows; along an index of the order a million may stand before the first.
  const order = orderKeys(query, sortKeys.map(notIndexed), notIndexed(id));
  const { rows } = await sql<{ id: bigint; found: bigint }>`
    select ${id} as id, count(*) over () as found ${wanted}
    order by ${rankOf(search)}, ${order}
    limit ${query.length} offset ${query.start}`.execute(db);
  const [first] = rows;
  const isBeyond = !first && query.start > 0;
  const found = isBeyond
    ? await countOf(db, sql`select count(*) as count ${wanted}`)
    : Number(first?.found ?? 0n);
  return { ids: rows.map((row) => row.id), found };
}

/** The same to sort by, but for the planner no column of an index. */
function notIndexed<Key extends RawBuilder<unknown> | null>(key: Key) {
  return (key && sql`(select ${key})`) as Key;
}

async function countOf(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`${query}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
