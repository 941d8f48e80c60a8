import { Anchor } from '@mantine/core';
import { type Bet, bets } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import { type Looks, listColumns } from '#src/data-table/list-columns.ts';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { ClientName } from '#src/ui/client-name.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { BetPl, resultOf } from './bet-pl.tsx';
import { BetStatus } from './bet-status.tsx';

/** A name or a round leads to what the screen itself does not show. */
const shared: Looks<typeof bets.list> = {
  username: {
    header: 'UserName',
    card: 'title',
    cell: ({ user }) => <ClientName id={user._id} name={user.username} tab="bets" />,
  },
  round: {
    header: 'Round Id',
    card: 'line',
    cell: (bet) => <RoundId bet={bet} />,
    cardCell: (bet) => <RoundId bet={bet} word="Round " />,
  },
  stake: {
    header: 'Stake',
    card: 'figure',
    isNumeric: true,
    cell: ({ stake }) => <MoneyText minor={stake} />,
    cardCell: ({ stake, currency }) => <AmountIn minor={stake} currency={currency} />,
  },
  cashoutAmount: {
    header: 'Cashout Amount',
    card: 'figure',
    isNumeric: true,
    cell: ({ cashoutAmount }) => <CashoutAmount minor={cashoutAmount} />,
  },
  pl: {
    header: 'Pl',
    card: 'figure',
    isNumeric: true,
    cell: (bet) => <BetPl result={resultOf(bet)} />,
  },
  type: {
    header: 'Type',
    card: 'status',
    cell: (bet) => <BetStatus bet={bet} />,
  },
  createdAt: {
    header: 'Created At',
    card: 'line',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  updatedAt: {
    header: 'Updated At',
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
};

export const betColumns = {
  details: listColumns(bets.list, shared),
  history: listColumns(bets.listOfUser, {
    ...shared,
    bettype: { header: 'Bet Type', cell: betTypeText },
  }),
  ofRound: listColumns(bets.listOfRound, {
    ...shared,
    round: { header: 'Round Id', cell: ({ round }) => String(round) },
  }),
};

function CashoutAmount({ minor }: { minor: bigint | undefined }) {
  return minor === undefined ? '-' : <MoneyText minor={minor} />;
}

/** An auto bet leaves by itself, at this multiplier. */
function betTypeText({ bettype, autoCashout }: Bet): string {
  const words = capitalise(bettype);
  return autoCashout === undefined ? words : `${words} ${formatMultiplier(autoCashout)}`;
}

/** Leads to the round's bets in this bet's currency. */
function RoundId({ bet: { round: id, currency }, word = '' }: { bet: Bet; word?: string }) {
  const params = { roundId: String(id) };
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/round-bets/$roundId" params={params} search={{ currency }} {...props} />
      )}
    >
      {word}
      {params.roundId}
    </Anchor>
  );
}
