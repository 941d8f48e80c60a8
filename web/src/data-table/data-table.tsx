import { Skeleton, Table } from '@mantine/core';
import { type Header, type RowData, useTable } from '@tanstack/react-table';
import type { HTMLAttributes, ReactNode } from 'react';
import { type Columns, type Features, features, type Order } from './columns.ts';
import classes from './data-table.module.css';
import { SortButton } from './sort-button.tsx';

/** What a screen may say of a row beside its cells. */
export type RowProps = HTMLAttributes<HTMLTableRowElement> & {
  [name: `data-${string}`]: string | boolean | undefined;
};

interface Props<Row extends RowData> {
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

const noRows: never[] = [];

export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { label, columns, rows, rowKey, order, onOrder, totals, isStale = false } = props;
  const table = useTable<Features, Row>({
    features,
    columns,
    data: rows ?? noRows,
    getRowId: rowKey,
    manualSorting: true,
    enableSorting: onOrder !== undefined,
    state: { sorting: order ? [{ id: order.column, desc: order.dir === 'desc' }] : [] },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <Table
        className={classes.table}
        aria-label={label}
        aria-busy={isStale || !rows}
        highlightOnHover
      >
        <Table.Thead>
          <Table.Tr>
            {headers.map((header) => (
              <Table.Th
                key={header.id}
                scope="col"
                data-numeric={isNumeric(header)}
                data-pinned={header.column.columnDef.meta?.isPinned}
                aria-sort={sortState(header)}
              >
                <SortButton header={header} onOrder={onOrder}>
                  <table.FlexRender header={header} />
                </SortButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-stale={isStale || undefined}>
          {!rows && <LoadingRows columnCount={headers.length} />}
          {rows?.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={headers.length} className={classes.empty}>
                <span className={classes.emptyText}>
                  {props.emptyText ?? 'No matching records found'}
                </span>
              </Table.Td>
            </Table.Tr>
          )}
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id} {...props.rowProps?.(row.original)}>
              {row.getAllCells().map((cell) => (
                <Table.Td
                  key={cell.id}
                  data-numeric={cell.column.columnDef.meta?.isNumeric}
                  data-pinned={cell.column.columnDef.meta?.isPinned}
                >
                  <table.FlexRender cell={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {totals && <TotalsRow headers={headers} totals={totals} />}
      </Table>
    </section>
  );
}

function isNumeric<Row extends RowData>(header: Header<Features, Row>) {
  return header.column.columnDef.meta?.isNumeric;
}

function sortState<Row extends RowData>({ column }: Header<Features, Row>) {
  const sorted = column.getIsSorted();
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}

const loadingRows = ['one', 'two', 'three', 'four', 'five'];

function LoadingRows({ columnCount }: { columnCount: number }) {
  return loadingRows.map((row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columnCount}>
        <Skeleton height={18} />
      </Table.Td>
    </Table.Tr>
  ));
}

interface TotalsRowProps<Row extends RowData> {
  headers: Header<Features, Row>[];
  totals: Record<string, ReactNode>;
}

function TotalsRow<Row extends RowData>({ headers, totals }: TotalsRowProps<Row>) {
  return (
    <Table.Tfoot>
      <Table.Tr>
        {headers.map((header, index) =>
          index === 0 ? (
            <Table.Th key={header.id} scope="row">
              Total
            </Table.Th>
          ) : (
            <Table.Td key={header.id} data-numeric={isNumeric(header)}>
              {totals[header.column.id]}
            </Table.Td>
          ),
        )}
      </Table.Tr>
    </Table.Tfoot>
  );
}
