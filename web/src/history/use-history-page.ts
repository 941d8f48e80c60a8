import { type HistoryEvent, history } from '@pitboss/contract/history';
import { useState } from 'react';
import type { Order } from '#src/data-table/columns.ts';
import { wireOrder } from '#src/data-table/list-columns.ts';
import { useFirstDrawn } from '#src/data-table/use-first-drawn.ts';
import type { TablePage } from '#src/data-table/use-table-page.ts';
import { useRead } from '#src/lib/use-api.ts';
import { historyColumns } from './history-columns.tsx';

/** What a history is kept of: an account or a request. */
export type HistoryKind = keyof typeof history;

/**
 * A page of a history. Where it stands is not in the address: that is the address of the list which
 * the dialog lies above.
 */
export function useHistoryPage(kind: HistoryKind, id: bigint): TablePage<HistoryEvent, undefined> {
  const [view, setView] = useState({ page: 1, length: 10, dir: 'desc' as Order['dir'] });
  const { page, length, dir } = view;
  const order: Order = { column: 'at', dir };
  const read = useRead(history[kind], {
    params: { id },
    body: { draw: 1, start: (page - 1) * length, length, order: [wireOrder(history[kind], order)] },
  });
  const answer = useFirstDrawn(read.data);
  return {
    state: {
      page,
      length,
      search: '',
      order,
      setPage: (next) => setView({ ...view, page: next }),
      setLength: (next) => setView({ ...view, page: 1, length: next }),
      setSearch: () => {},
      setOrder: (next) => setView({ ...view, page: 1, dir: next.dir }),
    },
    read,
    page: answer && { ...answer, totals: undefined },
    columns: historyColumns,
    isOrdered: true,
    isSearched: false,
  };
}
