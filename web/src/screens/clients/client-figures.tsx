import { Paper } from '@mantine/core';
import type { ClientFigures as Figures } from '@pitboss/contract/clients';
import type { User } from '@pitboss/contract/users';
import type { ReactNode } from 'react';
import { formatCount, formatPercent } from '#src/lib/format.ts';
import { BigMoney } from '#src/ui/big-money.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './client-screen.module.css';

interface Figure {
  title: string;
  value: ReactNode;
  more?: ReactNode;
}

/** What the account has now, and all that it moved and played in its life. */
export function ClientFigures({ user, figures }: { user: User; figures: Figures | undefined }) {
  const balance = {
    title: 'Balance',
    value: <BigMoney minor={user.balance} />,
    more: (
      <>
        Exposure <MoneyText minor={user.exposure} signed />
      </>
    ),
  };
  return (
    <dl className={classes.figures}>
      {[balance, ...(figures ? lifeOf(figures) : [])].map(({ title, value, more }) => (
        <Paper key={title} withBorder className={classes.figure ?? ''}>
          <dt>{title}</dt>
          <dd className={classes.value}>{value}</dd>
          {more && <dd className={classes.more}>{more}</dd>}
        </Paper>
      ))}
    </dl>
  );
}

function lifeOf(figures: Figures): Figure[] {
  const { stakes, pl, bets, sessions, firstSeenAt, lastSeenAt } = figures;
  return [
    { title: 'Cash in', value: <BigMoney minor={figures.cashIn} /> },
    { title: 'Cash out', value: <BigMoney minor={figures.cashOut} /> },
    {
      title: 'Stakes',
      value: <BigMoney minor={stakes} />,
      more: `${formatCount(bets)} settled ${bets === 1 ? 'bet' : 'bets'}`,
    },
    { title: 'Payouts', value: <BigMoney minor={figures.payouts} /> },
    {
      title: 'Profit/Loss',
      value: <BigMoney minor={pl} signed={pl !== 0n} />,
      more: stakes > 0n ? `${shareText(pl, stakes)} of stakes, the operator’s` : 'The operator’s',
    },
    {
      title: 'Last seen',
      value: lastSeenAt ? <Moment at={lastSeenAt} /> : 'Never',
      more: firstSeenAt && (
        <>
          {formatCount(sessions)} {sessions === 1 ? 'session' : 'sessions'} since{' '}
          <Moment at={firstSeenAt} />
        </>
      ),
    },
  ];
}

/** To a tenth of a percent. */
function shareText(pl: bigint, stakes: bigint): string {
  return formatPercent(Math.round(Number((pl * 1_000_000n) / stakes) / 1_000) / 1_000);
}
