import { Anchor } from '@mantine/core';
import type { Bet } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import { columnsOf } from '#src/data-table/columns.ts';
import { capitalise, formatMultiplier, formatTimestamp } from '#src/lib/format.ts';
import type { UrlState } from '#src/lib/url-state.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { BetPl } from './bet-pl.tsx';

const column = columnsOf<Bet>();

const username = column.accessor('user.username', { id: 'username', header: 'UserName' });
const linkedUsername = column.accessor('user.username', {
  id: 'username',
  header: 'UserName',
  cell: ({ row }) => <Username bet={row.original} />,
});
const round = column.accessor('round', {
  header: 'Round Id',
  cell: ({ getValue }) => String(getValue()),
});
const linkedRound = column.accessor('round', {
  header: 'Round Id',
  cell: ({ row }) => <RoundId bet={row.original} />,
});
const stake = column.accessor('stake', {
  header: 'Stake',
  meta: { isNumeric: true },
  cell: ({ getValue }) => <MoneyText minor={getValue()} />,
});
const cashout = column.accessor('cashoutAmount', {
  header: 'Cashout Amount',
  meta: { isNumeric: true },
  cell: ({ getValue }) => <CashoutAmount minor={getValue()} />,
});
const betType = column.accessor('bettype', {
  header: 'Bet Type',
  cell: ({ row }) => betTypeText(row.original),
});
const pl = column.accessor(({ stake, cashoutAmount = stake }) => stake - cashoutAmount, {
  id: 'pl',
  header: 'Pl',
  meta: { isNumeric: true },
  cell: ({ row: { original } }) => (
    <BetPl stake={original.stake} cashout={original.cashoutAmount} />
  ),
});
const type = column.accessor('type', {
  header: 'Type',
  cell: ({ getValue }) => <StatusBadge status={capitalise(getValue())} />,
});
const createdAt = column.accessor('createdAt', {
  header: 'Created At',
  cell: ({ getValue }) => formatTimestamp(getValue()),
});
const updatedAt = column.accessor('updatedAt', {
  header: 'Updated At',
  cell: ({ getValue }) => formatTimestamp(getValue()),
});
const rest = [pl, type, createdAt, updatedAt] as const;

/** Spec §2, screen by screen; a name or a round leads to what the screen itself does not show. */
export const betColumns = {
  details: column.columns([linkedUsername, linkedRound, stake, cashout, ...rest]),
  history: column.columns([username, linkedRound, stake, cashout, betType, ...rest]),
  ofRound: column.columns([linkedUsername, round, stake, cashout, ...rest]),
};

function CashoutAmount({ minor }: { minor: bigint | undefined }) {
  return minor === undefined ? '-' : <MoneyText minor={minor} />;
}

/** An auto bet leaves by itself, at this multiplier. */
function betTypeText({ bettype, autoCashout }: Bet): string {
  const words = capitalise(bettype);
  return autoCashout === undefined ? words : `${words} ${formatMultiplier(autoCashout)}`;
}

/** Leads to the client's bets between the same dates. */
function Username({ bet: { user } }: { bet: Bet }) {
  const search = ({ startDay, endDay }: UrlState) => ({
    ...(startDay ? { startDay } : {}),
    ...(endDay ? { endDay } : {}),
    userId: String(user._id),
  });
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/bets" search={search} {...props} />}>
      {user.username}
    </Anchor>
  );
}

/** Leads to the round's bets in this bet's currency. */
function RoundId({ bet: { round: id, currency } }: { bet: Bet }) {
  const params = { roundId: String(id) };
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/round-bets/$roundId" params={params} search={{ currency }} {...props} />
      )}
    >
      {params.roundId}
    </Anchor>
  );
}
