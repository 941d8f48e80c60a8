import { Skeleton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import { CardList } from './card-list.tsx';
import { type Columns, cellOf } from './columns.ts';
import classes from './data-table.module.css';
import { isLongPage, type ListProps, type RowProps } from './list-props.ts';
import { SortButton } from './sort-button.tsx';
import { useFits } from './use-fits.ts';

/** The rows of a list: a table, and cards where the window is too narrow for one. */
export function DataTable<Row>(props: ListProps<Row>) {
  return useIsPhone() ? <CardList {...props} /> : <Table {...props} />;
}

/** Plain elements: a component of Mantine for each cell would take most of the time of a page. */
function Table<Row>(props: ListProps<Row>) {
  const { label, columns, rows, rowKey, rowProps, totals, isStale = false } = props;
  const box = useFits();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <section ref={box} className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label} aria-busy={isStale || !rows}>
        <HeaderRow {...props} />
        {totals && isLongPage(rows) && <TotalsOnTop columns={columns} totals={totals} />}
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

function HeaderRow<Row>({ columns, order, onOrder }: ListProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, isNumeric, isPinned, isOrdered }) => {
          const dir = order?.column === id ? order.dir : undefined;
          return (
            <th
              key={id}
              scope="col"
              data-numeric={isNumeric}
              data-pinned={isPinned}
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

/** The same above a long page. Whoever hears it finds it at the end, where it belongs. */
function TotalsOnTop<Row>({ columns, totals }: TotalsRowProps<Row>) {
  return (
    <tbody aria-hidden className={classes.top}>
      <tr>
        {columns.map(({ id, isNumeric }, index) => (
          <td key={id} data-numeric={isNumeric}>
            {index === 0 ? 'Total' : totals[id]}
          </td>
        ))}
      </tr>
    </tbody>
  );
}
