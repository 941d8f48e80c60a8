import type { ReactNode } from 'react';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { DataTable } from './data-table.tsx';
import { FoundElsewhere } from './found-elsewhere.tsx';
import type { RowProps } from './list-props.ts';
import { NewRowsButton } from './new-rows-button.tsx';
import { TableFrame } from './table-frame.tsx';
import type { TablePage } from './use-table-page.ts';

export interface PagedTableProps<Row extends object, Totals> {
  label: string;
  rowKey: (row: Row) => string;
  rowProps?: (row: Row) => RowProps;
  totals?: (totals: Totals) => Record<string, ReactNode>;
  emptyText?: string;
}

interface Props<Row extends object, Totals> extends PagedTableProps<Row, Totals> {
  table: TablePage<Row, Totals>;
  /** The name of its pages, where the page below a dialog has some of its own. */
  pagesLabel?: string;
}

/** The rows of a page that a screen has read by `useTablePage`, with all that goes around them. */
export function PagedTable<Row extends object, Totals>(props: Props<Row, Totals>) {
  const { table, label, totals, pagesLabel = 'Pages', ...rest } = props;
  const { state, read, page, columns, isOrdered, isSearched, news } = table;
  return (
    <TableFrame
      state={state}
      isSearched={isSearched}
      ordering={
        isOrdered
          ? {
              columns: columns.filter(({ isOrdered }) => isOrdered),
              order: state.order,
              onOrder: state.setOrder,
            }
          : undefined
      }
      count={page && { shown: page.data.length, filtered: page.recordsFiltered ?? atLeast(table) }}
      isStale={read.isPlaceholderData}
      pagesLabel={pagesLabel}
      news={news && <NewRowsButton count={news.count} onShow={() => showNew(table)} />}
    >
      {!read.isPlaceholderData && <FoundElsewhere currencies={page?.elsewhere} />}
      {read.error && !page ? (
        <LoadFailure error={read.error} onRetry={() => read.refetch()} />
      ) : (
        <div ref={news?.box}>
          <DataTable
            label={label}
            columns={columns}
            rows={page?.data}
            order={isOrdered ? state.order : undefined}
            onOrder={isOrdered ? state.setOrder : undefined}
            totals={page?.totals && totals?.(page.totals)}
            isStale={read.isPlaceholderData}
            {...rest}
          />
        </div>
      )}
    </TableFrame>
  );
}

/** New rows stand on the first page: who is there already has them there. */
function showNew<Row extends object, Totals>({ state, read }: TablePage<Row, Totals>): void {
  if (state.page === 1) read.refetch();
  else state.setPage(1);
}

/** A platform that does not count may have one page more wherever this one is full. */
function atLeast<Row extends object, Totals>({ state, page }: TablePage<Row, Totals>): number {
  const shown = page?.data.length ?? 0;
  return (state.page - 1) * state.length + shown + (shown < state.length ? 0 : 1);
}
