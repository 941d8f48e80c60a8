import { NativeSelect } from '@mantine/core';
import { cashRequestStatuses, cashRequestTypes } from '@pitboss/contract/cash-requests';
import type { ReactNode } from 'react';
import type { UrlState } from '#src/lib/address.ts';
import { capitalise } from '#src/lib/format.ts';
import { momentsIn, useUrlState } from '#src/lib/url-state.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { Switch } from '#src/ui/styled/switch.ts';

const types = ['all', ...cashRequestTypes] as const;
const statuses = ['all', ...cashRequestStatuses] as const;

/** The list's own filters as the address has them; a word that it does not know means all. */
export function filtersIn(state: UrlState) {
  return {
    ...momentsIn(state),
    type: types.find((type) => type === state.type) ?? 'all',
    status: statuses.find((status) => status === state.status) ?? 'all',
  };
}

/** With what the refresh has brought beside its switch: there it moves no row when it appears. */
export function CashRequestFilters({ children }: { children: ReactNode }) {
  const [state, setState] = useUrlState();
  const { type, status } = filtersIn(state);
  const given = (value: string) => (value === 'all' ? undefined : value);
  return (
    <FilterBar beside={children}>
      <DateRangeFilter />
      <NativeSelect
        label="Type"
        data={optionsOf(types)}
        value={type}
        onChange={(event) => setState({ type: given(event.currentTarget.value), page: undefined })}
      />
      <NativeSelect
        label="Status"
        data={optionsOf(statuses)}
        value={status}
        onChange={(event) =>
          setState({ status: given(event.currentTarget.value), page: undefined })
        }
      />
      <Switch
        label="Auto Refresh"
        mb={7}
        checked={state.refresh === 'on'}
        onChange={(event) =>
          setState({ refresh: event.currentTarget.checked ? 'on' : undefined }, { replace: true })
        }
      />
    </FilterBar>
  );
}

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: capitalise(value) }));
}
