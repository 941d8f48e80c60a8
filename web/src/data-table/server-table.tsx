import type { Endpoint } from '@pitboss/contract/endpoint';
import type { RowOf, TotalsOf } from './page-in.ts';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';
import { type TablePageOptions, useTablePage } from './use-table-page.ts';

interface Props<E extends Endpoint>
  extends PagedTableProps<RowOf<E>, TotalsOf<E>>,
    TablePageOptions<E> {
  endpoint: E;
}

/** A list that the server pages, orders and searches; where it stands is in the address. */
export function ServerTable<E extends Endpoint>({ endpoint, ...props }: Props<E>) {
  const { label, rowKey, rowProps, totals, emptyText, ...options } = props;
  const table = useTablePage(endpoint, options);
  return (
    <PagedTable
      table={table}
      label={label}
      rowKey={rowKey}
      {...(rowProps ? { rowProps } : {})}
      {...(totals ? { totals } : {})}
      {...(emptyText ? { emptyText } : {})}
    />
  );
}
