import { type HistoryEvent, history } from '@pitboss/contract/history';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { listColumns } from '#src/data-table/list-columns.ts';
import { capitalise } from '#src/lib/format.ts';
import { Moment } from '#src/ui/moment.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './history.module.css';
import { actionWords, changeLines } from './history-words.ts';

/** Of an account; a request's are the same. */
export const historyColumns = listColumns(history.user, {
  at: { header: 'Time', card: 'title', cell: ({ at }) => <Moment at={at} /> },
  by: { header: 'By', card: 'line', cell: (event) => <By event={event} /> },
  action: {
    header: 'Action',
    card: 'block',
    cell: (event) => <Action event={event} />,
  },
  outcome: {
    header: 'Result',
    card: 'status',
    cell: (event) => <Result event={event} />,
  },
});

function By({ event: { by, role, address } }: { event: HistoryEvent }) {
  const about = [role, address].filter(Boolean).join(' · ');
  return (
    <>
      {by}
      {about && <small className={classes.about}>{about}</small>}
    </>
  );
}

function Action({ event: { action, changes } }: { event: HistoryEvent }) {
  return (
    <>
      <strong className={classes.action}>{actionWords(action)}</strong>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changeLines(changes).map(({ field, title, values }) => (
            <li key={field}>
              <span className={classes.field}>{title}:</span> {values}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Of what was done the change says enough; of what was refused only the message says why. */
function Result({ event: { outcome, message } }: { event: HistoryEvent }) {
  const isRefused = outcome === 'refused';
  return (
    <>
      <StatusBadge status={capitalise(outcome)} icon={isRefused ? IconX : IconCheck} />
      {isRefused && message && <span className={classes.message}>{message}</span>}
    </>
  );
}
