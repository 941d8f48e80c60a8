import { NativeSelect } from '@mantine/core';
import { currencies } from '@pitboss/contract/money';
import { userStatuses } from '@pitboss/contract/users';
import type { UrlState } from '#src/lib/address.ts';
import { capitalise } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { FilterBar } from '#src/ui/filter-bar.tsx';

const roles = ['USER', 'ADMIN'] as const;

/** The list's own filters as the address has them; a word that it does not know means all. */
export function userFiltersIn({ status, role, currency, demo }: UrlState) {
  return {
    status: userStatuses.find((known) => known === status),
    role: roles.find((known) => known === role),
    currency,
    isDemo: demo === undefined ? undefined : demo === 'yes',
  };
}

interface Props {
  /** Only SUPER has clients of several roles and currencies. */
  isSuper: boolean;
}

/** Which clients are shown. */
export function UserFilters({ isSuper }: Props) {
  const [state, setState] = useUrlState();
  const { status, role, currency } = userFiltersIn(state);
  const choose = (change: Parameters<typeof setState>[0]) =>
    setState({ ...change, page: undefined });
  return (
    <FilterBar hasDates={false}>
      <Choice
        label="Status"
        values={userStatuses}
        value={status}
        onChoose={(chosen) => choose({ status: chosen })}
      />
      {isSuper && (
        <>
          <Choice
            label="Role"
            values={roles}
            value={role}
            onChoose={(chosen) => choose({ role: chosen })}
          />
          <Choice
            label="Currency"
            values={currencies}
            value={currency}
            onChoose={(chosen) => choose({ currency: chosen })}
          />
        </>
      )}
      <Choice
        label="Is Demo"
        values={['yes', 'no'] as const}
        value={state.demo}
        onChoose={(chosen) => choose({ demo: chosen })}
      />
    </FilterBar>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, values, value, onChoose }: ChoiceProps<Value>) {
  const options = values.map((one) => ({ value: one as string, label: capitalise(one) }));
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: 'All' }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChoose(values.find((known) => known === currentTarget.value))
      }
    />
  );
}
