import { Anchor } from '@mantine/core';
import { type OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import type { Way } from '#src/charts/point.ts';
import { RankBars } from '#src/charts/rank-bars.tsx';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { TableBox } from '#src/data-table/table-box.tsx';
import type { UrlState } from '#src/lib/address.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { playColumns, playersColumn, playTotals } from './play-columns.tsx';
import { ReportBox } from './report-box.tsx';
import { spanIn } from './report-groups.ts';

/** So many bars can be taken in. */
const shownMax = 12;

const columns: Columns<OperatorPl> = [
  {
    id: 'operator',
    header: 'Operator',
    card: 'title',
    cell: (row) => <OperatorName row={row} />,
  },
  ...playColumns<OperatorPl>(),
  playersColumn,
];

/** What each branch below the operator brought, and what its own clients did. */
export function OperatorReport() {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const userId = state.admin === undefined ? undefined : BigInt(state.admin);
  const body = { ...spanIn(state), currency, userId };
  const read = useRead(playReports.byOperator, { body }, { isInline: true });
  if (read.error && !read.data) {
    return <LoadFailure error={read.error} onRetry={() => read.refetch()} />;
  }
  return (
    <>
      {read.data && (
        <ReportBox>
          <RankBars
            title={`Profit/Loss by operator (${read.data.currency})`}
            ranks={read.data.rows.slice(0, shownMax).map((row) => ({
              key: String(row.operator?._id ?? 'own'),
              name: row.operator?.username ?? 'Own clients',
              minor: row.pl,
              way: wayInto(state, row),
            }))}
          />
        </ReportBox>
      )}
      <TableBox>
        <DataTable
          label="Bet Details by operator"
          columns={columns}
          rows={read.data?.rows}
          rowKey={({ operator }) => String(operator?._id ?? 'own')}
          totals={read.data && playTotals(read.data.totals)}
          isStale={read.isPlaceholderData}
        />
      </TableBox>
    </>
  );
}

function OperatorName({ row }: { row: OperatorPl }) {
  const [state] = useUrlState();
  const way = wayInto(state, row);
  if (!way) return row.operator?.username ?? 'Own clients';
  return (
    <Anchor inherit renderRoot={(props) => <Link {...way} {...props} />}>
      {row.operator?.username}
    </Anchor>
  );
}

/** Into the branch, to its clients; nothing leads to one that is gone. */
function wayInto(state: UrlState, { operator }: OperatorPl): Way | undefined {
  if (!operator || operator.isDeleted) return undefined;
  const { from, to, currency } = state;
  const dates = from && to ? { from, to } : rangeIn(state);
  const search = { group: 'client' as const, admin: String(operator._id), ...dates };
  return { to: '/reports', search: currency ? { ...search, currency } : search };
}
