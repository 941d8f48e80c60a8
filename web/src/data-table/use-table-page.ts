import type { BodyOf, Endpoint } from '@pitboss/contract/endpoint';
import type { Currency } from '@pitboss/contract/money';
import type { TableQuery } from '@pitboss/contract/wire';
import type { CallInput } from '#src/lib/api.ts';
import { useRead } from '#src/lib/use-api.ts';
import type { Columns, Order } from './columns.ts';
import { type ListColumns, wireOrder } from './list-columns.ts';
import { type PageOf, pageIn, type RowOf, type TotalsOf } from './page-in.ts';
import { useFirstDrawn } from './use-first-drawn.ts';
import { type NewRows, useNewRows } from './use-new-rows.ts';
import { useTableState } from './use-table-state.ts';

/** A page of a list as a table shows it. */
export interface TablePage<Row extends object, Totals> {
  state: ReturnType<typeof useTableState>;
  read: Pick<ReturnType<typeof useRead>, 'error' | 'refetch' | 'isPlaceholderData'>;
  /** The totals are there where the endpoint has some. */
  page:
    | {
        data: Row[];
        recordsFiltered?: number | undefined;
        totals?: Totals;
        /** Other currencies in which the search finds something, where the list looks for them. */
        elsewhere?: Currency[] | undefined;
      }
    | undefined;
  columns: Columns<Row>;
  isOrdered: boolean;
  isSearched: boolean;
  /** Where rows that have come since are spoken of. */
  news?: NewRows | undefined;
}

export interface TablePageOptions<E extends Endpoint> {
  columns: ListColumns<E>;
  /** The endpoint's own filters, beside the table parameters. */
  filters?: Omit<BodyOf<E>, keyof TableQuery>;
  defaultOrder?: Order;
  /** Some lists are in the order of time alone: docs/panel.md, Lists. */
  isOrdered?: boolean;
  isSearched?: boolean;
  /** Rounds are asked for with empty columns: that is given. */
  sendsColumns?: boolean;
  length?: number;
  pollMs?: number | false;
  countsAsUse?: boolean;
  overlay?: boolean;
  failed?: string;
  /** Whatever changes when rows may have come; without it nothing is said of new ones. */
  beat?: unknown;
  /** The order in which the newest rows come first; missing where it is the only one. */
  newestFirst?: Order;
}

/** The page of a list that the address names, and the way to the other pages. */
export function useTablePage<E extends Endpoint>(endpoint: E, options: TablePageOptions<E>) {
  type Page = TablePage<RowOf<E>, TotalsOf<E>>['page'];
  const { columns, filters, isOrdered = true, isSearched = true } = options;
  const state = useTableState({
    orderedIds: columns.filter(({ isOrdered }) => isOrdered).map(({ id }) => id),
    order: isOrdered ? options.defaultOrder : undefined,
    length: options.length ?? 10,
  });
  const query = {
    draw: 1,
    start: (state.page - 1) * state.length,
    length: state.length,
    search: { value: isSearched ? state.search : '' },
    order: state.order && isOrdered ? [wireOrder(endpoint, state.order)] : [],
    columns: options.sendsColumns === false ? [] : columns.map(({ id }) => ({ data: id })),
    ...filters,
  };
  const { pollMs = false, countsAsUse = false, overlay = true, failed } = options;
  // The endpoint's body is the table's parameters and its filters, which the types cannot see.
  const input = { body: query } as unknown as CallInput<E>;
  const read = useRead(endpoint, input, {
    pollMs,
    countsAsUse,
    overlay,
    isInline: true,
    ...(failed ? { failed } : {}),
  });
  const page = pageIn(useFirstDrawn(read.data)) as (PageOf<E> & Page) | undefined;
  const { newestFirst } = options;
  const isInOrder = !newestFirst || isSameOrder(state.order, newestFirst);
  const news = useNewRows({
    endpoint,
    input,
    beat: options.beat,
    rows: page?.data,
    isNewestFirst: state.page === 1 && isInOrder,
    readAtMs: read.dataUpdatedAt,
    isReading: read.isFetching,
  });
  return {
    state,
    read,
    page,
    columns,
    isOrdered,
    isSearched,
    news: 'beat' in options ? news : undefined,
  };
}

function isSameOrder(one: Order | undefined, { column, dir }: Order): boolean {
  return one?.column === column && one.dir === dir;
}
