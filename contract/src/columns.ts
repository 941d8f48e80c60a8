/** What a list can be asked about one of its columns. */
export interface ColumnRule {
  isOrdered: boolean;
  isSearched: boolean;
}

/**
 * The columns of a list by their names, in the order of its screen: that is the order which the
 * numbers in a table's request count, and an address names them by these names.
 */
export type ListColumns = Readonly<Record<string, ColumnRule>>;

/** A column that is only looked at: buttons, a receipt, words made of several fields. */
export const shown = { isOrdered: false, isSearched: false } as const;
export const ordered = { isOrdered: true, isSearched: false } as const;
export const searched = { isOrdered: false, isSearched: true } as const;
export const orderedAndSearched = { isOrdered: true, isSearched: true } as const;

/** The columns of a call that lists nothing. */
export type NoColumns = Readonly<Record<never, ColumnRule>>;

interface Listing {
  columns: ListColumns;
}

type NamesWith<E extends Listing, Rule> = {
  [Name in keyof E['columns']]: E['columns'][Name] extends Rule ? Name : never;
}[keyof E['columns']] &
  string;

export type ColumnOf<E extends Listing> = keyof E['columns'] & string;
export type OrderedColumnOf<E extends Listing> = NamesWith<E, { isOrdered: true }>;

/** The names of a list's columns, in the order that the wire counts them in. */
export function columnNames<E extends Listing>({ columns }: E): ColumnOf<E>[] {
  return Object.keys(columns) as ColumnOf<E>[];
}
