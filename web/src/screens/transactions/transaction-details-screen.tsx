import { Paper } from '@mantine/core';
import { useOperator } from '#src/lib/session.ts';
import { useIdParam, useUrlState } from '#src/lib/url-state.ts';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { StatementTable } from './statement-table.tsx';

export function TransactionDetailsScreen() {
  const isSuper = useOperator()?.role === 'SUPER';
  const userId = useIdParam('userId');
  const [{ currency }] = useUrlState();
  // One account has one currency; only SUPER's whole branch holds several.
  const hasCurrencies = isSuper && userId === undefined;
  return (
    <>
      <PageHeader title="Transaction Details">{hasCurrencies && <CurrencySwitch />}</PageHeader>
      <Paper withBorder p="md" mb="md">
        <DateRangeFilter />
      </Paper>
      <StatementTable
        key={String(userId)}
        label="Transaction Details"
        firstColumns="username date"
        userId={userId}
        currency={hasCurrencies ? currency : undefined}
      />
    </>
  );
}
