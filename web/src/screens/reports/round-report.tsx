import { Anchor } from '@mantine/core';
import { reports } from '@pitboss/contract/reports';
import { Link } from '@tanstack/react-router';
import { listColumns } from '#src/data-table/list-columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { formatCount } from '#src/lib/format.ts';
import { momentsIn, useUrlState } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { DatesChart } from './play-chart.tsx';
import { Pl } from './play-columns.tsx';

const columns = listColumns(reports.roundPl, {
  roundNumber: {
    header: 'Round Number',
    card: 'title',
    cell: ({ roundNumber }) => <RoundNumber roundId={String(roundNumber)} />,
  },
  totalBets: {
    header: 'Total Bets',
    card: 'figure',
    isNumeric: true,
    cell: ({ totalBets }) => formatCount(totalBets),
  },
  Stakes: {
    header: 'Stake',
    card: 'figure',
    isNumeric: true,
    cell: ({ Stakes }) => <MoneyText minor={Stakes} />,
  },
  cashoutAmount: {
    header: 'Cashout Amount',
    isNumeric: true,
    cell: ({ cashoutAmount }) => <MoneyText minor={cashoutAmount} />,
  },
  totalPl: {
    header: 'Pl',
    card: 'figure',
    isNumeric: true,
    cell: ({ totalPl }) => <Pl minor={totalPl} />,
  },
  createdAt: {
    header: 'Date',
    card: 'line',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
});

/** What the operator won and lost, round by round. */
export function RoundReport() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  return (
    <>
      <DatesChart />
      <ServerTable
        endpoint={reports.roundPl}
        label="Bet Details by round"
        columns={columns}
        rowKey={(row) => String(row.roundNumber)}
        filters={{ ...momentsIn(state), currency }}
        isOrdered={false}
        totals={(totals) => ({
          totalBets: formatCount(totals.totalBets),
          Stakes: <MoneyText minor={totals.Stakes} />,
          cashoutAmount: <MoneyText minor={totals.cashoutAmount} />,
          totalPl: <Pl minor={totals.totalPl} />,
        })}
      />
    </>
  );
}

/** Leads to the round's bets in the same currency. */
function RoundNumber({ roundId }: { roundId: string }) {
  const currency = useChosenCurrency();
  const search = currency ? { currency } : {};
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/round-bets/$roundId" params={{ roundId }} search={search} {...props} />
      )}
    >
      {roundId}
    </Anchor>
  );
}
