import { Anchor } from '@mantine/core';
import { reports } from '@pitboss/contract/reports';
import { Link } from '@tanstack/react-router';
import { listColumns } from '#src/data-table/list-columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { momentsOf } from '#src/lib/dates.ts';
import { formatCount } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';

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
export function ReportsScreen() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  return (
    <>
      <PageHeader title="Bet Details by round">
        <CurrencySwitch />
      </PageHeader>
      <FilterBar>
        <DateRangeFilter withSearchButton />
      </FilterBar>
      <ServerTable
        endpoint={reports.roundPl}
        label="Bet Details by round"
        columns={columns}
        rowKey={(row) => String(row.roundNumber)}
        filters={{ ...momentsOf(rangeIn(state)), currency }}
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

/** Green above zero and red below it; nothing has neither colour. */
function Pl({ minor }: { minor: bigint }) {
  return <MoneyText minor={minor} signed={minor !== 0n} />;
}
