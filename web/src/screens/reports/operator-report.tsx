import { Anchor } from '@mantine/core';
import { type OperatorPl, playReports } from '@pitboss/contract/play-reports';
import { Link } from '@tanstack/react-router';
import type { Columns } from '#src/data-table/columns.ts';
import { DataTable } from '#src/data-table/data-table.tsx';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { playColumns, playersColumn, playTotals } from './play-columns.tsx';
import { TableBox } from './report-box.tsx';
import { spanIn } from './report-groups.ts';

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
  );
}

/** Leads into the branch, to its clients. */
function OperatorName({ row: { operator } }: { row: OperatorPl }) {
  const [state] = useUrlState();
  if (!operator) return 'Own clients';
  if (operator.isDeleted) return operator.username;
  const { from, to, currency } = state;
  const dates = from && to ? { from, to } : rangeIn(state);
  const search = { group: 'client' as const, admin: String(operator._id), ...dates };
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/reports" search={currency ? { ...search, currency } : search} {...props} />
      )}
    >
      {operator.username}
    </Anchor>
  );
}
