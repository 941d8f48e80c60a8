import type { TableQuery } from '@pitboss/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../kernel/refusal.ts';

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
