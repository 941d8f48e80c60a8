import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import type { Columns } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { TableFrame } from './table-frame.tsx';
import { useFirstDrawn } from './use-first-drawn.ts';
import { useTableState } from './use-table-state.ts';

interface Props<Row extends object> {
  label: string;
  columns: Columns<Row>;
  read: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>;
  rowKey: (row: Row) => string;
  /** The words of a row that the search box looks through. */
  searchedIn: (row: Row) => string[];
  emptyText?: string;
}

/** A list that arrives whole and is searched and paged in the browser. */
export function LocalTable<Row extends object>(props: Props<Row>) {
  const { label, columns, read, rowKey, searchedIn, emptyText } = props;
  const state = useTableState({ orderedIds: [], order: undefined, length: 10 });
  const term = state.search.trim().toLowerCase();
  const found = useFirstDrawn(read.data)?.filter((row) =>
    searchedIn(row).some((text) => text.toLowerCase().includes(term)),
  );
  const start = (state.page - 1) * state.length;
  const rows = found?.slice(start, start + state.length);
  return (
    <TableFrame
      state={state}
      count={found && rows && { shown: rows.length, filtered: found.length }}
    >
      {read.error && !rows ? (
        <LoadFailure error={read.error} onRetry={() => read.refetch()} />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          {...(emptyText && !term ? { emptyText } : {})}
        />
      )}
    </TableFrame>
  );
}
