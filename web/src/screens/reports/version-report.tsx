import { playReports, type VersionPl } from '@pitboss/contract/play-reports';
import { type Interval, IntervalBars } from '#src/charts/interval-bars.tsx';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import { formatCount } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { playColumns } from './play-columns.tsx';
import { ReportBox } from './report-box.tsx';
import { spanIn } from './report-groups.ts';
import classes from './reports.module.css';

const columns: Columns<VersionPl> = [
  {
    id: 'version',
    header: 'Version',
    card: 'title',
    cell: ({ version }) => String(version),
  },
  {
    id: 'rounds',
    header: 'Rounds',
    isNumeric: true,
    cell: ({ rounds }) => formatCount(rounds),
  },
  ...playColumns<VersionPl>(),
  {
    id: 'actual',
    header: 'Return',
    card: 'figure',
    isNumeric: true,
    cell: (row) => percent(returnOf(row)),
  },
  {
    id: 'theory',
    header: 'By the table',
    isNumeric: true,
    cell: ({ returnMin, returnMax }) => between(returnMin, returnMax),
  },
  {
    id: 'chance',
    header: 'By chance',
    isNumeric: true,
    cell: ({ chance }) => (chance ? between(chance.from, chance.to) : 'Too little play'),
  },
  {
    id: 'verdict',
    header: 'Verdict',
    card: 'status',
    cell: (row) => <Verdict row={row} />,
  },
];

/** What each version of the multiplier table returned, beside what it should by its odds. */
export function VersionReport() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const body = { ...spanIn(state), currency };
  const read = useRead(playReports.byVersion, { body }, { isInline: true });
  if (read.error && !read.data) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  return (
    <>
      {read.data && read.data.rows.length > 0 && (
        <ReportBox>
          <IntervalBars
            title="Return to players by multiplier version"
            intervals={read.data.rows.map(intervalOf)}
            format={percent}
            legend="The bar is where chance alone may put the return: ● within it, ◆ outside of it."
          />
        </ReportBox>
      )}
      <TableBox>
        <DataTable
          label="Bet Details by multiplier version"
          columns={columns}
          rows={read.data?.rows}
          rowKey={({ version }) => String(version)}
          isStale={read.isPlaceholderData}
        />
      </TableBox>
      <p className={classes.note}>
        Rounds count by when they were opened. By chance alone the return lies where the last
        columns say in 99 of 100 cases, worked out from how much whole rounds differ.
      </p>
    </>
  );
}

function intervalOf(row: VersionPl): Interval {
  const value = returnOf(row);
  const { version, chance } = row;
  const text = percent(value);
  return {
    key: String(version),
    name: `Version ${version}`,
    value,
    text,
    expected: chance ?? undefined,
  };
}

function returnOf({ stakes, cashout }: VersionPl): number {
  return stakes === 0n ? 0 : Number(cashout) / Number(stakes);
}

function Verdict({ row }: { row: VersionPl }) {
  const { chance } = row;
  if (!chance) return <StatusBadge status="Too early" />;
  const share = returnOf(row);
  if (share > chance.to) return <StatusBadge status="Pays too much" />;
  if (share < chance.from) return <StatusBadge status="Pays too little" />;
  return <StatusBadge status="As expected" />;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function between(from: number, to: number): string {
  return from === to ? percent(from) : `${percent(from)} – ${percent(to)}`;
}
