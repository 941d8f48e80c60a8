import type { BodyOf, Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import type { TableQuery } from '@pitboss/contract/wire';
import type { ReactNode } from 'react';
import type { CallInput } from '#src/lib/api.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type Columns, columnIds, type Order } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { TableFrame } from './table-frame.tsx';
import { useTableState } from './use-table-state.ts';

type RowOf<E> = ResultOf<E> extends { data: (infer Row extends object)[] } ? Row : never;
type TotalsOf<E> = ResultOf<E> extends { totals: infer Totals } ? Totals : never;

interface Page<E> {
  data: RowOf<E>[];
  recordsFiltered: number;
  totals: TotalsOf<E>;
}

interface Props<E extends Endpoint> {
  endpoint: E;
  label: string;
  columns: Columns<RowOf<E>>;
  rowKey: (row: RowOf<E>) => string;
  /** The endpoint's own filters, beside the table parameters. */
  filters?: Omit<BodyOf<E>, keyof TableQuery>;
  defaultOrder?: Order;
  /** Spec §9 turns ordering off on some lists. */
  isOrdered?: boolean;
  isSearched?: boolean;
  length?: number;
  totals?: (totals: TotalsOf<E>) => Record<string, ReactNode>;
  emptyText?: string;
  pollMs?: number | false;
  overlay?: boolean;
  failed?: string;
}

/** A list that the server pages, orders and searches; where it stands is in the address. */
export function ServerTable<E extends Endpoint>(props: Props<E>) {
  const { endpoint, label, columns, filters, isOrdered = true, isSearched = true } = props;
  const ids = columnIds(columns);
  const state = useTableState({
    columnIds: ids,
    order: isOrdered ? props.defaultOrder : undefined,
    length: props.length ?? 10,
  });
  const query = {
    draw: 1,
    start: (state.page - 1) * state.length,
    length: state.length,
    search: { value: isSearched ? state.search : '' },
    order: state.order && isOrdered ? [wireOrder(state.order, ids)] : [],
    columns: ids.map((data) => ({ data })),
    ...filters,
  };
  const { pollMs = false, overlay = true, failed } = props;
  // The endpoint's body is the table's parameters and its filters, which the types cannot see.
  const input = { body: query } as unknown as CallInput<E>;
  const read = useRead(endpoint, input, { pollMs, overlay, ...(failed ? { failed } : {}) });
  const page = read.data as Page<E> | undefined;

  return (
    <TableFrame
      state={state}
      isSearched={isSearched}
      count={page && { shown: page.data.length, filtered: page.recordsFiltered }}
      isStale={read.isPlaceholderData}
    >
      {read.error && !page ? (
        <LoadFailure error={read.error} onRetry={() => read.refetch()} />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={page?.data}
          rowKey={props.rowKey}
          order={isOrdered ? state.order : undefined}
          onOrder={isOrdered ? state.setOrder : undefined}
          totals={page && props.totals?.(page.totals)}
          isStale={read.isPlaceholderData}
          {...(props.emptyText ? { emptyText: props.emptyText } : {})}
        />
      )}
    </TableFrame>
  );
}

function wireOrder({ column, dir }: Order, ids: string[]) {
  return { column: ids.indexOf(column), dir };
}
