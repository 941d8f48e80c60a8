import { dashboard, type ToDo as Tasks } from '@pitboss/contract/dashboard';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { dayOf } from '#src/lib/dates.ts';
import { formatCount } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Panel, PanelToCome } from './panel.tsx';
import classes from './sight.module.css';

const ages = {
  late: 'Over 30 min',
  waiting: '10–30 min',
  new: 'New',
} as const;

const requestNames = { deposit: 'Deposit requests', withdraw: 'Withdraw requests' } as const;

/** What waits for somebody; each line leads to where it is done. */
export function ToDo({ pollMs }: { pollMs: number }) {
  const titleId = useId();
  const options = { pollMs, isExtra: true, overlay: false };
  const { data, isPending } = useRead(dashboard.toDo, {}, options);
  if (!data) return isPending ? <PanelToCome area="todo" /> : null;
  const { requests, left, lockedOut, trouble } = data;
  const isDone = [requests, left, lockedOut, trouble].every(({ length }) => length === 0);
  return (
    <Panel area="todo">
      <section aria-labelledby={titleId}>
        <h2 id={titleId}>To do</h2>
        {isDone && <p className={classes.quiet}>Nothing waits.</p>}
        <table className={classes.list} aria-labelledby={titleId}>
          <tbody>
            {trouble.map((words) => (
              <tr key={words}>
                <td>
                  <StatusBadge status="Check" />
                </td>
                <td colSpan={2}>{words}</td>
              </tr>
            ))}
            {requests.map((row) => (
              <Requests key={`${row.type} ${row.age}`} row={row} />
            ))}
            {left.map(({ currency, bets, since }) => (
              <tr key={currency}>
                <td>
                  <StatusBadge status="Check" />
                </td>
                <td>Unsettled bets of ended rounds, {currency}</td>
                <td data-numeric>
                  <Link
                    to="/bets"
                    search={{
                      type: 'left',
                      startDay: dayOf(since),
                      endDay: dayOf(new Date()),
                      currency,
                    }}
                  >
                    {formatCount(bets)}
                  </Link>
                </td>
              </tr>
            ))}
            {lockedOut.map(({ _id, username }) => (
              <tr key={String(_id)}>
                <td>
                  <StatusBadge status="Held up" />
                </td>
                <td>Wrong passwords at sign-in</td>
                <td data-numeric>
                  <Link to="/my-account/profile/{-$userId}" params={{ userId: String(_id) }}>
                    {username}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function Requests({ row: { type, age, count, from, to } }: { row: Tasks['requests'][number] }) {
  const moments = { from: from.toISOString(), to: to.toISOString() };
  return (
    <tr>
      <td>
        <StatusBadge status={ages[age]} />
      </td>
      <td>{requestNames[type]}</td>
      <td data-numeric>
        <Link
          to="/deposit-withdraw/{-$userId}"
          search={{ type, status: 'pending', ...moments }}
          aria-label={`${ages[age]}: ${formatCount(count)} ${requestNames[type]}`}
        >
          {formatCount(count)}
        </Link>
      </td>
    </tr>
  );
}
