import type { Endpoint } from '@pitboss/contract/endpoint';

/** A row of a list as the wire has it. */
export type Row = Record<string, unknown>;

type Value = string | number | bigint | null;

const ids = new Set(['_id', 'id', 'round', 'roundNumber']);

/** What a row shows in a column where it is not the field of that name. */
const derived: Record<string, (row: Row) => unknown> = {
  username: ({ user, username }) => (user as Row | undefined)?.username ?? username,
  /** The operator's; a bet without a result has none. */
  pl: ({ pl, type, stake, cashoutAmount }) =>
    pl ?? (type === 'settled' ? (centsOf(stake) - centsOf(cashoutAmount)) / 100 : 0),
  /** What has no result yet stands below the least. */
  multiplier: ({ multiplier }) => multiplier ?? 0,
  cashoutAmount: ({ cashoutAmount }) => cashoutAmount ?? 0,
};

function shownIn(column: string, row: Row): unknown {
  return derived[column] ? derived[column](row) : row[column];
}

function centsOf(money: unknown): number {
  const { $numberDecimal: text = money } = Object(money) as { $numberDecimal?: unknown };
  return Math.round(Number(text) * 100);
}

/** By what a row stands before or after another one. */
export function comparable(column: string, row: Row): Value {
  const value = shownIn(column, row);
  if (value === null || value === undefined) return null;
  if (ids.has(column)) return BigInt(String(value));
  if (typeof value === 'object') return centsOf(value);
  return typeof value === 'string' ? value.toLowerCase() : Number(value);
}

/** As the database orders: texts by their code points, what is not there after all else. */
export function compared(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** What somebody would type who looks for this row by this column. */
export function searchedBy({ name }: Endpoint, column: string, row: Row): string {
  // An event's result is looked for by what was said of it.
  const value = name.startsWith('history.') && column === 'outcome' ? row.message : undefined;
  const found = value ?? shownIn(column, row) ?? '';
  return typeof found === 'object' ? String(centsOf(found) / 100) : String(found);
}

/** Whether the words find the row by this column: an id by all of it, a text by any part. */
export function isFoundBy(endpoint: Endpoint, column: string, row: Row, term: string): boolean {
  if (!endpoint.columns[column]?.isSearched) return false;
  const text = searchedBy(endpoint, column, row).toLowerCase();
  // Rounds are looked for by a part of their number.
  const isWhole = ids.has(column) && endpoint.name !== 'rounds.list';
  return isWhole ? text === term : text.includes(term);
}
