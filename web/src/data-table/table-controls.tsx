import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { pageLengths } from '#src/lib/address.ts';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import { OrderSelect, type OrderSelectProps } from './order-select.tsx';
import classes from './table-controls.module.css';
import { useSearchKey } from './use-search-key.ts';
import type { useTableState } from './use-table-state.ts';

interface Props {
  state: ReturnType<typeof useTableState>;
  isSearched: boolean;
  /** Missing where the list has one order only. */
  ordering: OrderSelectProps | undefined;
}

const typingPauseMs = 300;

/** How many rows a page has, and the search box. Cards have no headers to order them by. */
export function TableControls({ state, isSearched, ordering }: Props) {
  const isPhone = useIsPhone();
  if (isPhone && !isSearched && !ordering) return <div className={classes.none} />;
  return (
    <Group
      justify="space-between"
      py="sm"
      px={isPhone ? 0 : 'sm'}
      gap="sm"
      wrap={isPhone ? 'nowrap' : 'wrap'}
    >
      {!isPhone && <LengthSelect state={state} />}
      {isSearched && <SearchBox search={state.search} onSearch={state.setSearch} />}
      {isPhone && ordering && <OrderSelect {...ordering} />}
    </Group>
  );
}

export function LengthSelect({ state }: Pick<Props, 'state'>) {
  return (
    <NativeSelect
      className={classes.field ?? ''}
      label="Show entries"
      data={pageLengths.map(String)}
      value={String(state.length)}
      onChange={(event) => state.setLength(Number(event.currentTarget.value))}
    />
  );
}

interface Draft {
  text: string;
  /** What the address was asked to say since it was begun; some of it may never come. */
  asked: string[];
}

/** Whether the address, as it says now, is newer than the draft. */
function isOver({ text, asked }: Draft, search: string): boolean {
  return search === text || (asked.at(-1) === text && !asked.includes(search));
}

/**
 * What is typed shows immediately and is searched for after a pause. It stays until the address,
 * which may take a while, says it too: what is typed on meanwhile goes on from there.
 */
function SearchBox({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useSearchKey(box);
  const [draft, setDraft] = useState<Draft>();
  const [last, setLast] = useState(search);
  if (search !== last) {
    setLast(search);
    if (draft && isOver(draft, search)) setDraft(undefined);
  }
  const router = useRouter();
  const pageNow = () => router.latestLocation.pathname;
  // While the next page loads this one is still to be seen, and its words are not for that one.
  const searchSoon = useDebouncedCallback((text: string, page: string) => {
    const isHere = page === pageNow();
    if (isHere) onSearch(text);
    setDraft((now) => (isHere ? { text, asked: [...(now?.asked ?? []), text] } : undefined));
  }, typingPauseMs);
  return (
    <TextInput
      ref={box}
      aria-keyshortcuts="/"
      className={`${classes.field} ${classes.search}`}
      label="Search"
      placeholder={useIsPhone() ? 'Search' : ''}
      type="search"
      maxLength={100}
      value={draft?.text ?? search}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft((now) => ({ text, asked: now?.asked ?? [] }));
        searchSoon(text, pageNow());
      }}
    />
  );
}
