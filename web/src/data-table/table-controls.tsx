import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { pageLengths } from '#src/lib/url-state.ts';
import classes from './table-controls.module.css';
import type { useTableState } from './use-table-state.ts';

interface Props {
  state: ReturnType<typeof useTableState>;
  isSearched: boolean;
}

const typingPauseMs = 300;

/** How many rows a page has, and the search box. */
export function TableControls({ state, isSearched }: Props) {
  return (
    <Group justify="space-between" p="sm" gap="sm">
      <NativeSelect
        className={classes.field ?? ''}
        label="Show entries"
        data={pageLengths.map(String)}
        value={String(state.length)}
        onChange={(event) => state.setLength(Number(event.currentTarget.value))}
      />
      {isSearched && <SearchBox search={state.search} onSearch={state.setSearch} />}
    </Group>
  );
}

/** What is typed shows at once and is searched for after a pause. */
function SearchBox({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState<string>();
  const searchSoon = useDebouncedCallback((text: string) => {
    onSearch(text);
    setDraft(undefined);
  }, typingPauseMs);
  return (
    <TextInput
      className={classes.field ?? ''}
      label="Search"
      type="search"
      maxLength={100}
      value={draft ?? search}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        searchSoon(event.currentTarget.value);
      }}
    />
  );
}
