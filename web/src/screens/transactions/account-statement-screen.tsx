import { useIdParam } from '#src/lib/url-state.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { CashOnly } from './cash-only.tsx';
import { StatementTable } from './statement-table.tsx';

export function AccountStatementScreen() {
  const userId = useIdParam('userId');
  return (
    <>
      <PageHeader title="Account Statement" />
      <FilterBar>
        <DateRangeFilter withSearchButton />
        <CashOnly />
      </FilterBar>
      <StatementTable
        key={String(userId)}
        label="Account Statement"
        firstColumns="date username"
        userId={userId}
      />
    </>
  );
}
