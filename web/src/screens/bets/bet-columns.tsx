import { Anchor } from '@mantine/core';
import type { Bet } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import type { Column, Columns } from '#src/data-table/columns.ts';
import { capitalise, formatMultiplier } from '#src/lib/format.ts';
import type { UrlState } from '#src/lib/url-state.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { BetPl, resultOf } from './bet-pl.tsx';
import { BetStatus } from './bet-status.tsx';

type BetColumn = Column<Bet>;

const username: BetColumn = {
  id: 'username',
  header: 'UserName',
  card: 'title',
  cell: ({ user }) => user.username,
};
const linkedUsername: BetColumn = {
  id: 'username',
  header: 'UserName',
  card: 'title',
  cell: (bet) => <Username bet={bet} />,
};
const round: BetColumn = {
  id: 'round',
  header: 'Round Id',
  cell: ({ round }) => String(round),
};
const linkedRound: BetColumn = {
  id: 'round',
  header: 'Round Id',
  card: 'line',
  cell: (bet) => <RoundId bet={bet} />,
  cardCell: (bet) => <RoundId bet={bet} word="Round " />,
};
const stake: BetColumn = {
  id: 'stake',
  header: 'Stake',
  card: 'figure',
  isNumeric: true,
  cell: ({ stake }) => <MoneyText minor={stake} />,
  cardCell: ({ stake, currency }) => <AmountIn minor={stake} currency={currency} />,
};
const cashout: BetColumn = {
  id: 'cashoutAmount',
  header: 'Cashout Amount',
  card: 'figure',
  isNumeric: true,
  cell: ({ cashoutAmount }) => <CashoutAmount minor={cashoutAmount} />,
};
const betType: BetColumn = {
  id: 'bettype',
  header: 'Bet Type',
  cell: betTypeText,
};
const pl: BetColumn = {
  id: 'pl',
  header: 'Pl',
  card: 'figure',
  isNumeric: true,
  cell: (bet) => <BetPl result={resultOf(bet)} />,
};
const type: BetColumn = {
  id: 'type',
  header: 'Type',
  card: 'status',
  cell: (bet) => <BetStatus bet={bet} />,
  cardCell: (bet) => <BetStatus bet={bet} hasId={false} />,
};
const createdAt: BetColumn = {
  id: 'createdAt',
  header: 'Created At',
  card: 'line',
  cell: ({ createdAt }) => <Moment at={createdAt} />,
};
const updatedAt: BetColumn = {
  id: 'updatedAt',
  header: 'Updated At',
  cell: ({ updatedAt }) => <Moment at={updatedAt} />,
};
const rest = [pl, type, createdAt, updatedAt];

/** Spec §2, screen by screen; a name or a round leads to what the screen itself does not show. */
export const betColumns: Record<'details' | 'history' | 'ofRound', Columns<Bet>> = {
  details: [linkedUsername, linkedRound, stake, cashout, ...rest],
  history: [username, linkedRound, stake, cashout, betType, ...rest],
  ofRound: [linkedUsername, round, stake, cashout, ...rest],
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
