import type { HTMLAttributes, ReactNode } from 'react';
import type { Columns, Order } from './columns.ts';

/** What a screen may say of a row beside its cells. */
export type RowProps = HTMLAttributes<HTMLElement> & {
  [name: `data-${string}`]: string | boolean | undefined;
};

/** The rows of a list, whichever form they take. */
export interface ListProps<Row> {
  /** The list's name for those who cannot see where it stands. */
  label: string;
  columns: Columns<Row>;
  /** Undefined while the first page loads. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  rowProps?: (row: Row) => RowProps;
  order?: Order | undefined;
  /** Without it no column can be ordered by. */
  onOrder?: ((order: Order) => void) | undefined;
  /** Cells of the totals row by column id. */
  totals?: Record<string, ReactNode> | undefined;
  /** The rows on screen are those of the last view while the next one loads. */
  isStale?: boolean;
  emptyText?: string;
}

/** More rows than fit a screen: the totals below them would be out of sight. */
export function isLongPage(rows: unknown[] | undefined): boolean {
  return rows !== undefined && rows.length > 10;
}
