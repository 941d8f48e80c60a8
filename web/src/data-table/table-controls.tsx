import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { pageLengths } from '#src/lib/address.ts';
import { useEntered } from '#src/lib/use-entered.ts';
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

/** What is typed shows immediately and is searched for after a pause. */
function SearchBox({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useSearchKey(box);
  const entered = useEntered(search);
  const router = useRouter();
  const pageNow = () => router.latestLocation.pathname;
  // While the next page loads this one is still to be seen, and its words are not for that one.
  const searchSoon = useDebouncedCallback((text: string, page: string) => {
    if (page !== pageNow()) return entered.drop();
    onSearch(text);
    entered.ask(text);
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
      value={entered.shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        entered.enter(text);
        searchSoon(text, pageNow());
      }}
    />
  );
}
