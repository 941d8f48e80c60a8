import { Skeleton } from '@mantine/core';
import { type HTMLAttributes, memo, type ReactNode } from 'react';
import { type Columns, cellOf, type Order } from './columns.ts';
import classes from './data-table.module.css';
import { SortButton } from './sort-button.tsx';

/** What a screen may say of a row beside its cells. */
export type RowProps = HTMLAttributes<HTMLTableRowElement> & {
  [name: `data-${string}`]: string | boolean | undefined;
};

interface Props<Row> {
  /** The table's name for those who cannot see where it stands. */
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

/** Plain elements: a component of Mantine for each cell would take most of the time of a page. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, rowProps, totals, isStale = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label} aria-busy={isStale || !rows}>
        <HeaderRow {...props} />
        <tbody data-stale={isStale || undefined}>
          {!rows && <LoadingRows columnCount={columns.length} />}
          {rows?.length === 0 && (
            <tr>
              <td colSpan={columns.length} className={classes.empty}>
                <span className={classes.emptyText}>
                  {props.emptyText ?? 'No matching records found'}
                </span>
              </td>
            </tr>
          )}
          {rows?.map((row) => (
            <BodyRow key={rowKey(row)} row={row} columns={columns} {...rowProps?.(row)} />
          ))}
        </tbody>
        {totals && <TotalsRow columns={columns} totals={totals} />}
      </table>
    </section>
  );
}

function HeaderRow<Row>({ columns, order, onOrder }: Props<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, isNumeric, isPinned = false, isOrdered = !isPinned }) => {
          const dir = order?.column === id ? order.dir : undefined;
          return (
            <th
              key={id}
              scope="col"
              data-numeric={isNumeric}
              data-pinned={isPinned || undefined}
              aria-sort={dir && (dir === 'asc' ? 'ascending' : 'descending')}
            >
              {onOrder && isOrdered ? (
                <SortButton column={id} header={header} dir={dir} onOrder={onOrder} />
              ) : (
                header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface BodyRowProps<Row> extends RowProps {
  row: Row;
  columns: Columns<Row>;
}

/** Remembered, so that a page which only waits for the next one is not drawn anew. */
const BodyRow = memo(function BodyRow<Row>({ row, columns, ...props }: BodyRowProps<Row>) {
  return (
    <tr {...props}>
      {columns.map((column) => (
        <td key={column.id} data-numeric={column.isNumeric} data-pinned={column.isPinned}>
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

const loadingRows = ['one', 'two', 'three', 'four', 'five'];

function LoadingRows({ columnCount }: { columnCount: number }) {
  return loadingRows.map((row) => (
    <tr key={row} aria-hidden>
      <td colSpan={columnCount}>
        <Skeleton height={18} />
      </td>
    </tr>
  ));
}

interface TotalsRowProps<Row> {
  columns: Columns<Row>;
  totals: Record<string, ReactNode>;
}

function TotalsRow<Row>({ columns, totals }: TotalsRowProps<Row>) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, isNumeric }, index) =>
          index === 0 ? (
            <th key={id} scope="row">
              Total
            </th>
          ) : (
            <td key={id} data-numeric={isNumeric}>
              {totals[id]}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
