import type { ReactNode } from 'react';

/**
 * Where a column stands on the card that a row becomes on a phone: its name, the sign at the end
 * of that line, the quiet line below, the two or three figures that matter, or a block of its own.
 * What names none of them is shown when the card is tapped; actions stand in the card's menu,
 * unless they belong to its foot.
 */
type CardPlace = 'title' | 'status' | 'line' | 'figure' | 'block' | 'foot';

/** How a column is shown. */
export interface Look<Row> {
  header: string;
  /** Right-aligned. */
  isNumeric?: boolean;
  /**
   * Holds what can be done with the row: it stays in view at the end of the row while the others
   * scroll under it.
   */
  isPinned?: boolean;
  card?: CardPlace;
  /** What stands on the card in place of the cell; null leaves it out. */
  cardCell?: (row: Row) => ReactNode;
  /** What stands at the foot of the card beside the menu of a pinned column. */
  cardFoot?: (row: Row) => ReactNode;
}

/** The fields of a row that are shown as they are. */
export type PlainKey<Row> = {
  [Key in keyof Row & string]: Row[Key] extends string | number ? Key : never;
}[keyof Row & string];

/** Its id is the name under which the address orders by it. */
export type Column<Row> = Look<Row> & {
  /** Whether the list can be ordered by it, where it can be ordered at all. */
  isOrdered?: boolean;
} & ({ id: string; cell: (row: Row) => ReactNode } | { id: PlainKey<Row>; cell?: undefined });

export type Columns<Row> = readonly Column<Row>[];

export interface Order {
  /** A column's id. */
  column: string;
  dir: 'asc' | 'desc';
}

/** What stands in a column's cell of this row. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : String(row[column.id]);
}
