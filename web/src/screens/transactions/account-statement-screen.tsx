import { Paper } from '@mantine/core';
import { useIdParam } from '#src/lib/url-state.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { StatementTable } from './statement-table.tsx';

export function AccountStatementScreen() {
  const userId = useIdParam('userId');
  return (
    <>
      <PageHeader title="Account Statement" />
      <Paper withBorder p="md" mb="md">
        <DateRangeFilter withSearchButton />
      </Paper>
      <StatementTable
        key={String(userId)}
        label="Account Statement"
        firstColumns="date username"
        userId={userId}
      />
    </>
  );
}
