import { useIdParam } from '#src/lib/url-state.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { CurrencySwitch } from '#src/ui/currency-switch.tsx';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { CashOnly } from './cash-only.tsx';
import { StatementTable } from './statement-table.tsx';

export function TransactionDetailsScreen() {
  const userId = useIdParam('userId');
  const currency = useChosenCurrency();
  // One account has one currency; only a whole branch may hold several.
  const isBranch = userId === undefined;
  return (
    <>
      <PageHeader title="Transaction Details">{isBranch && <CurrencySwitch />}</PageHeader>
      <FilterBar>
        <DateRangeFilter />
        <CashOnly />
      </FilterBar>
      <StatementTable
        key={String(userId)}
        label="Transaction Details"
        firstColumns="username date"
        userId={userId}
        currency={isBranch ? currency : undefined}
      />
    </>
  );
}
