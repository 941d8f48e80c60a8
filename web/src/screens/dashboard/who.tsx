import { VisuallyHidden } from '@mantine/core';
import { dashboard, type Who as Found } from '@pitboss/contract/dashboard';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { Period, UrlState } from '#src/lib/address.ts';
import { formatCount, formatMultiplier } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { Panel, PanelToCome } from './panel.tsx';
import { type Looked, periodNames } from './period.ts';
import { Segments } from './segments.tsx';
import classes from './sight.module.css';

interface Props {
  looked: Looked;
  period: Period;
  rest: UrlState;
  pollMs: number;
}

const kinds = {
  winners: 'Winners',
  losers: 'Losers',
  wins: 'Big wins',
  newClients: 'New',
  balances: 'Balances',
} as const;
type Kind = keyof typeof kinds;

/** Those to look at: of the period, and the newest and richest of all. */
export function Who({ looked, period, rest, pollMs }: Props) {
  const titleId = useId();
  const [kind, setKind] = useState<Kind>('winners');
  const body = { ...looked.whole, currency: rest.currency };
  const options = { pollMs, isExtra: true, overlay: false };
  const { data, isPending } = useRead(dashboard.who, { body }, options);
  if (!data) return isPending ? <PanelToCome area="who" /> : null;
  const isOfPeriod = kind !== 'newClients' && kind !== 'balances';
  const { startDay, endDay } = looked.range;
  return (
    <Panel area="who">
      <section aria-labelledby={titleId}>
        <h2 id={titleId}>Who{isOfPeriod && `, ${periodNames[period].toLowerCase()}`}</h2>
        <Segments label="Who is shown" choices={kinds} value={kind} onChange={setKind} isSmall />
        <Rows kind={kind} found={data} days={{ startDay, endDay }} />
      </section>
    </Panel>
  );
}

interface RowsProps {
  kind: Kind;
  found: Found;
  days: { startDay: string; endDay: string };
}

function Rows({ kind, found, days }: RowsProps) {
  if (found[kind].length === 0) return <p className={classes.quiet}>Nobody yet.</p>;
  if (kind === 'wins') {
    return (
      <List heads={['Client', 'Left at', 'Won']}>
        {found.wins.map(({ _id, username, round, stake, cashout }) => (
          <Row
            key={`${_id} ${round} ${stake}`}
            name={<Bets of={_id} days={days} name={username} />}
          >
            <td data-numeric>
              <Link to="/round-bets/$roundId" params={{ roundId: String(round) }}>
                {formatMultiplier(Number((cashout * 100n) / stake))}
              </Link>
            </td>
            <td data-numeric>
              <MoneyText minor={cashout - stake} />
            </td>
          </Row>
        ))}
      </List>
    );
  }
  if (kind === 'newClients') {
    return (
      <List heads={['Client', 'Since']}>
        {found.newClients.map(({ _id, username, createdAt }) => (
          <Row key={String(_id)} name={<Profile of={_id} name={username} />}>
            <td data-numeric>
              <Moment at={createdAt} />
            </td>
          </Row>
        ))}
      </List>
    );
  }
  if (kind === 'balances') {
    return (
      <List heads={['Client', 'Balance']}>
        {found.balances.map(({ _id, username, balance }) => (
          <Row key={String(_id)} name={<Profile of={_id} name={username} />}>
            <td data-numeric>
              <Link
                to="/my-account/account-statement/{-$userId}"
                params={{ userId: String(_id) }}
                aria-label={`Statement of ${username}`}
              >
                <MoneyText minor={balance} />
              </Link>
            </td>
          </Row>
        ))}
      </List>
    );
  }
  return (
    <List heads={['Client', 'Bets', 'Pl']}>
      {found[kind].map(({ _id, username, bets, pl }) => (
        <Row key={String(_id)} name={<Profile of={_id} name={username} />}>
          <td data-numeric>{formatCount(bets)}</td>
          <td data-numeric>
            <Link to="/bets" search={{ userId: String(_id), type: 'settled', ...days }}>
              <MoneyText minor={pl} signed />
              <VisuallyHidden>, bets of {username}</VisuallyHidden>
            </Link>
          </td>
        </Row>
      ))}
    </List>
  );
}

function List({ heads, children }: { heads: string[]; children: ReactNode }) {
  return (
    <table className={classes.list}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" data-numeric={index > 0 || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {children}
    </tr>
  );
}

function Profile({ of, name }: { of: bigint; name: string }) {
  return (
    <Link to="/my-account/profile/{-$userId}" params={{ userId: String(of) }}>
      {name}
    </Link>
  );
}

function Bets({ of, name, days }: { of: bigint; name: string; days: RowsProps['days'] }) {
  return (
    <Link to="/bets" search={{ userId: String(of), ...days }}>
      {name}
    </Link>
  );
}
