import { Anchor } from '@mantine/core';
import { bets } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { useIdParam } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { betColumns } from './bet-columns.tsx';
import { betTotals } from './bet-totals.tsx';

export function RoundBetsScreen() {
  const roundId = useIdParam('roundId');
  const currency = useChosenCurrency();
  // The address has no form without a round.
  if (roundId === undefined) return null;
  const search = { round: String(roundId) };
  return (
    <>
      <PageHeader title="Round Bet History">
        <CurrencySwitch />
      </PageHeader>
      <p>
        Bets on{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => <Link to="/rounds" search={search} {...props} />}
        >
          round {search.round}
        </Anchor>
        .
      </p>
      <ServerTable
        key={search.round}
        endpoint={bets.listOfRound}
        label="Round Bet History"
        columns={betColumns.ofRound}
        rowKey={(bet) => String(bet._id)}
        filters={{ roundId, currency }}
        totals={betTotals}
      />
    </>
  );
}
