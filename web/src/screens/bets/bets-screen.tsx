import { NativeSelect } from '@mantine/core';
import { bets, listedTypes } from '@pitboss/contract/bets';
import { Link } from '@tanstack/react-router';
import { ServerTable } from '#src/data-table/server-table.tsx';
import type { UrlState } from '#src/lib/address.ts';
import { momentsIn, useIdParam, useUrlState } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { useLiveRound } from '#src/live/use-live.ts';
import { ClientNotice } from '#src/ui/client-notice.tsx';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { betColumns } from './bet-columns.tsx';
import { betTotalsWithPl } from './bet-totals.tsx';

const typeOptions = [
  { value: '', label: 'All' },
  { value: 'unsettled', label: 'Unsettled' },
  { value: 'settled', label: 'Settled' },
  { value: 'void', label: 'Void' },
  { value: 'left', label: 'Unsettled of ended rounds' },
];

export function BetsScreen() {
  const [state, setState] = useUrlState();
  const type = listedTypes.find((known) => known === state.type);
  const currency = useChosenCurrency();
  const now = useLiveRound();
  const ofPage = useIdParam('userId');
  const userId = state.userId === undefined ? ofPage : BigInt(state.userId);
  // One account has one currency; only a whole branch may hold several.
  const isBranch = userId === undefined;
  return (
    <>
      <PageHeader title="Bet Details">{isBranch && <CurrencySwitch />}</PageHeader>
      {!isBranch && (
        <ClientNotice
          key={`client ${userId}`}
          userId={userId}
          rows="bets"
          renderAll={(props) => <Link to="/bets" search={withoutUser} {...props} />}
        />
      )}
      <FilterBar>
        <DateRangeFilter />
        <NativeSelect
          label="Type"
          data={typeOptions}
          value={type ?? ''}
          onChange={(event) =>
            setState({ type: event.currentTarget.value || undefined, page: undefined })
          }
        />
      </FilterBar>
      <ServerTable
        // Bets of one client must not stand under another, not even while the next ones load.
        key={String(userId)}
        endpoint={bets.list}
        label="Bet Details"
        columns={betColumns.details}
        rowKey={(bet) => String(bet._id)}
        filters={{
          ...momentsIn(state),
          userId,
          type,
          currency: isBranch ? currency : undefined,
        }}
        isOrdered={false}
        beat={now && [now.round, now.state, now.play]}
        totals={(totals) => betTotalsWithPl(totals, type === 'left' ? 'unsettled' : type)}
      />
    </>
  );
}

function withoutUser({ userId: _, page: __, ...rest }: UrlState): UrlState {
  return rest;
}
