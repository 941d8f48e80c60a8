import { useLocation } from '@tanstack/react-router';
import { useUrlState } from '#src/lib/url-state.ts';
import type { Order } from './columns.ts';
import { rememberedLength, rememberLength } from './remembered-length.ts';

interface Defaults {
  /** The columns that the table can be ordered by. */
  orderedIds: string[];
  order: Order | undefined;
  length: number;
}

/** Page, length, search and order of the one server table of a screen, kept in the address. */
export function useTableState({
  orderedIds,
  order: defaultOrder,
  length: defaultLength,
}: Defaults) {
  const [state, setState] = useUrlState();
  const screen = useLocation({ select: screenOf });
  const order = orderIn(state.order, orderedIds) ?? defaultOrder;
  return {
    page: state.page ?? 1,
    length: state.length ?? rememberedLength(screen) ?? defaultLength,
    search: state.search ?? '',
    order,
    setPage: (page: number, how?: { replace?: boolean }) =>
      setState({ page: page === 1 ? undefined : page }, how),
    setLength: (length: number) => {
      rememberLength(screen, length);
      setState({ length, page: undefined });
    },
    setSearch: (search: string) =>
      setState({ search: search || undefined, page: undefined }, { replace: true }),
    setOrder: ({ column, dir }: Order) => setState({ order: `${column}.${dir}`, page: undefined }),
  };
}

/** The screen of an address, whichever client or round it is about. */
function screenOf({ pathname }: { pathname: string }): string {
  return pathname.replace(/\/\d+$/, '');
}

/** An order by a column that this table cannot be ordered by counts as none. */
function orderIn(text: string | undefined, orderedIds: string[]): Order | undefined {
  const [column = '', dir] = text?.split('.') ?? [];
  if (!orderedIds.includes(column)) return undefined;
  return { column, dir: dir === 'asc' ? 'asc' : 'desc' };
}
