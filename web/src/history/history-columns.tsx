import { history } from '@pitboss/contract/history';
import { listColumns } from '#src/data-table/list-columns.ts';
import { Moment } from '#src/ui/moment.tsx';
import { Action, By, Changes, Result } from './event-cells.tsx';

/** Of an account; a request's are the same. */
export const historyColumns = listColumns(history.user, {
  at: { header: 'Time', card: 'title', cell: ({ at }) => <Moment at={at} /> },
  by: { header: 'By', card: 'line', cell: (event) => <By event={event} /> },
  action: {
    header: 'Action',
    card: 'block',
    cell: ({ action, changes }) => (
      <>
        <Action action={action} />
        <Changes changes={changes} />
      </>
    ),
  },
  outcome: {
    header: 'Result',
    card: 'status',
    cell: (event) => <Result event={event} />,
  },
});
