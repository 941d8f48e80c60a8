import { NativeSelect, Paper, Text } from '@mantine/core';
import { type BetType, bets, betTypes } from '@pitboss/contract/bets';
import { useEffect } from 'react';
import { ServerTable } from '#src/data-table/server-table.tsx';
import type { UrlState } from '#src/lib/address.ts';
import { momentsOf } from '#src/lib/dates.ts';
import { capitalise } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { rangeIn, useIdParam, useUrlState } from '#src/lib/url-state.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { betColumns } from './bet-columns.tsx';
import { betTotalsWithPl } from './bet-totals.tsx';

const missingUser = 'User ID is missing, no data to display.';
const typeOptions = betTypes.map((value) => ({ value, label: capitalise(value) }));

export function BetHistoryScreen() {
  const userId = useIdParam('userId');
  return (
    <>
      <PageHeader title="Bet History" />
      {userId === undefined ? <NoUser /> : <BetHistory key={String(userId)} userId={userId} />}
    </>
  );
}

function NoUser() {
  useEffect(() => toast.warning(missingUser, undefined, { id: 'bet history without user' }), []);
  return (
    <Paper withBorder p="md">
      <Text>{missingUser}</Text>
    </Paper>
  );
}

function BetHistory({ userId }: { userId: bigint }) {
  const [state, setState] = useUrlState();
  const type = betTypeIn(state);
  return (
    <>
      <FilterBar>
        <DateRangeFilter />
        <NativeSelect
          label="Type"
          data={typeOptions}
          value={type}
          onChange={(event) => setState({ type: event.currentTarget.value, page: undefined })}
        />
      </FilterBar>
      <ServerTable
        endpoint={bets.listOfUser}
        label="Bet History"
        columns={betColumns.history}
        rowKey={(bet) => String(bet._id)}
        filters={{ ...momentsOf(rangeIn(state)), type, userId }}
        defaultOrder={{ column: 'username', dir: 'desc' }}
        totals={(totals) => betTotalsWithPl(totals, type)}
      />
    </>
  );
}

/** Unsettled unless the address names another. */
function betTypeIn(state: UrlState): BetType {
  return betTypes.find((type) => type === state.type) ?? 'unsettled';
}
