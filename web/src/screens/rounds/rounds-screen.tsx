import { Title } from '@mantine/core';
import { rounds } from '@pitboss/contract/rounds';
import { useMemo } from 'react';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { momentsOf } from '#src/lib/dates.ts';
import { useOperator } from '#src/lib/session.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useLiveRound } from '#src/live/use-live.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { type RoundDialog, roundColumns } from './round-columns.tsx';
import { RoundDetailsDialog } from './round-details-dialog.tsx';
import { RoundSearch } from './round-search.tsx';
import { SettleRoundDialog } from './settle-round-dialog.tsx';

const newestFirst = { column: 'updatedAt', dir: 'desc' } as const;

export function RoundsScreen() {
  const isSuper = useOperator()?.role === 'SUPER';
  const [state] = useUrlState();
  const { subject: dialog, opened, show, close } = useRowDialog<RoundDialog>();
  const now = useLiveRound();
  const columns = useMemo(() => roundColumns({ isSuper, show }), [isSuper, show]);
  return (
    <>
      <PageHeader title="Rounds" />
      <RoundSearch columns={columns} />
      <Title order={2} size="h4" mt="lg" mb="sm">
        Round History
      </Title>
      <FilterBar>
        <DateRangeFilter />
      </FilterBar>
      <ServerTable
        endpoint={rounds.list}
        label="Round History"
        columns={columns}
        rowKey={({ round }) => String(round)}
        filters={momentsOf(rangeIn(state))}
        defaultOrder={newestFirst}
        newestFirst={newestFirst}
        beat={now && [now.round, now.state]}
        isSearched={false}
        sendsColumns={false}
      />
      {dialog && (
        <RoundDetailsDialog
          roundId={dialog.roundId}
          opened={opened && dialog.kind === 'details'}
          onClose={close}
        />
      )}
      {dialog && (
        <SettleRoundDialog
          // What one round was asked is told at that round alone.
          key={String(dialog.roundId)}
          roundId={dialog.roundId}
          opened={opened && dialog.kind === 'settle'}
          onClose={close}
        />
      )}
    </>
  );
}
