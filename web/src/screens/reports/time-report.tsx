import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { type PlayRow, usePlayByTime } from './play-by-time.ts';
import { PlayChart } from './play-chart.tsx';
import { playColumns, playersColumn, playTotals } from './play-columns.tsx';
import { groupNames, type TimeGroup } from './report-groups.ts';

/** What was played in each hour, day, week or month of the dates. */
export function TimeReport({ group }: { group: TimeGroup }) {
  const { read, rows, totals, isTooMuch, unit } = usePlayByTime(group, { isInline: true });
  if (isTooMuch) return <p>Choose fewer dates, or group them by something larger.</p>;
  if (read.error && !read.data) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  return (
    <>
      <PlayChart group={group} rows={rows} unit={unit} isStale={read.isPlaceholderData} />
      <TableBox>
        <DataTable
          label={`Bet Details by ${groupNames[group].toLowerCase()}`}
          columns={columnsOf(group)}
          rows={rows?.filter(({ bets }) => bets > 0).reverse()}
          rowKey={({ step }) => step.name}
          totals={totals && playTotals(totals)}
          isStale={read.isPlaceholderData}
        />
      </TableBox>
    </>
  );
}

function columnsOf(group: TimeGroup): Columns<PlayRow> {
  return [
    {
      id: 'step',
      header: groupNames[group],
      card: 'title',
      cell: ({ step, search }) => (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link to="/reports" search={{ group: 'client', ...search }} {...props} />
          )}
        >
          {step.name}
        </Anchor>
      ),
    },
    ...playColumns<PlayRow>(),
    playersColumn,
  ];
}
