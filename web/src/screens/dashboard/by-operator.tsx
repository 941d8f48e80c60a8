import { playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Period, UrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { Panel } from './panel.tsx';
import { type Looked, periodNames } from './period.ts';
import classes from './sight.module.css';

interface Props {
  looked: Looked;
  period: Period;
  rest: UrlState;
  pollMs: number;
}

const shownMax = 12;

/** SUPER's: what each branch brought, as bars; each leads into that branch. */
export function ByOperator({ looked, period, rest, pollMs }: Props) {
  const titleId = useId();
  const { currency } = rest;
  const body = { ...looked.whole, currency };
  const { data } = useRead(
    playReports.byOperator,
    { body },
    { pollMs, isExtra: true, overlay: false },
  );
  if (!data) return null;
  const most = Math.max(1, ...data.rows.map(({ pl }) => Math.abs(Number(pl))));
  const { startDay, endDay } = looked.range;
  return (
    <Panel area="operators">
      <section aria-labelledby={titleId}>
        <h2 id={titleId}>
          Profit/Loss by operator, {periodNames[period].toLowerCase()} ({data.currency})
        </h2>
        {data.rows.length === 0 && <p className={classes.quiet}>Nobody has played.</p>}
        <ul className={classes.meters}>
          {data.rows.slice(0, shownMax).map(({ operator, pl }) => {
            const admin = operator && !operator.isDeleted ? String(operator._id) : undefined;
            const name = operator?.username ?? 'Own clients';
            const search = { startDay, endDay, ...rest, group: 'client' as const };
            return (
              <li key={String(operator?._id ?? 'own')}>
                {admin ? (
                  <Link to="/reports" search={{ ...search, admin }}>
                    {name}
                  </Link>
                ) : (
                  <span>{name}</span>
                )}
                <span>
                  <span
                    className={classes.meter}
                    data-negative={pl < 0n || undefined}
                    style={{
                      display: 'block',
                      width: `${Math.max(1, (Math.abs(Number(pl)) / most) * 100)}%`,
                    }}
                  />
                </span>
                <MoneyText minor={pl} signed />
              </li>
            );
          })}
        </ul>
        <p className={classes.quiet}>
          <Link to="/reports" search={{ group: 'operator', startDay, endDay, ...rest }}>
            All operators
          </Link>
        </p>
      </section>
    </Panel>
  );
}
