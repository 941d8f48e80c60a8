import { PagedTable } from '#src/data-table/paged-table.tsx';
import classes from './history.module.css';
import { type HistoryKind, useHistoryPage } from './use-history-page.ts';

interface Props {
  kind: HistoryKind;
  id: bigint;
  /** Whose or what history it is. */
  name: string;
}

/** What was done to an account or a request, and what was refused. */
export function HistoryTable({ kind, id, name }: Props) {
  const table = useHistoryPage(kind, id);
  return (
    <div className={classes.history}>
      <PagedTable
        table={table}
        label={`History of ${name}`}
        pagesLabel="Pages of the history"
        rowKey={({ _id }) => String(_id)}
        emptyText="Nothing has happened yet."
      />
    </div>
  );
}
