import { Group, NativeSelect, TextInput } from '@mantine/core';
import { activityKinds, activityObjects } from '@pitboss/contract/activity';
import { type FormEvent, useState } from 'react';
import type { UrlState } from '#src/lib/address.ts';
import { momentsOf } from '#src/lib/dates.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { DateRangeFilter } from '#src/ui/date-range-filter.tsx';
import { FilterBar } from '#src/ui/filter-bar.tsx';
import { kindWords, objectWords } from './activity-words.ts';

const outcomes = ['done', 'refused'] as const;

/** The list's own filters as the address has them; a word that it does not know means all. */
export function activityFiltersIn(state: UrlState) {
  return {
    ...momentsOf(rangeIn(state)),
    actor: state.by,
    kind: activityKinds.find((kind) => kind === state.type),
    outcome: outcomes.find((outcome) => outcome === state.status),
    ...objectIn(state),
  };
}

/** A name alone is a client's. */
function objectIn({ on, object }: UrlState) {
  if (object === undefined) return {};
  return { on: activityObjects.find((kind) => kind === on) ?? ('user' as const), object };
}

export function ActivityFilters() {
  const [state, setState] = useUrlState();
  const choose = (change: Parameters<typeof setState>[0]) =>
    setState({ ...change, page: undefined });
  return (
    <FilterBar>
      <DateRangeFilter />
      <TextFilter
        key={`by ${state.by}`}
        label="By"
        placeholder="Username"
        value={state.by}
        onApply={(by) => choose({ by })}
      />
      <NativeSelect
        label="Kind"
        data={[
          { value: '', label: 'All' },
          ...activityKinds.map((value) => ({ value: value as string, label: kindWords[value] })),
        ]}
        value={activityKinds.find((kind) => kind === state.type) ?? ''}
        onChange={({ currentTarget }) => choose({ type: currentTarget.value || undefined })}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NativeSelect
          label="Object"
          data={activityObjects.map((value) => ({
            value: value as string,
            label: objectWords[value],
          }))}
          value={activityObjects.find((kind) => kind === state.on) ?? 'user'}
          onChange={({ currentTarget }) => choose({ on: currentTarget.value, object: undefined })}
        />
        <TextFilter
          key={`on ${state.on} ${state.object}`}
          label="Which"
          placeholder={(state.on ?? 'user') === 'user' ? 'Username' : 'Number'}
          value={state.object}
          onApply={(object) => choose({ object })}
        />
      </Group>
      <NativeSelect
        label="Result"
        data={[
          { value: '', label: 'All' },
          { value: 'done', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ]}
        value={outcomes.find((outcome) => outcome === state.status) ?? ''}
        onChange={({ currentTarget }) => choose({ status: currentTarget.value || undefined })}
      />
    </FilterBar>
  );
}

interface TextFilterProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onApply: (value: string | undefined) => void;
}

/** Counts when it is left or Enter is pressed: half a name is nobody's. */
function TextFilter({ label, placeholder, value = '', onApply }: TextFilterProps) {
  const [text, setText] = useState(value);
  const apply = () => {
    if (text.trim() !== value) onApply(text.trim() || undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        w={150}
        maxLength={100}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}
