import { Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import type { OrderSelectProps } from './order-select.tsx';
import { Pager } from './pager.tsx';
import { LengthSelect, TableControls } from './table-controls.tsx';
import classes from './table-frame.module.css';
import type { useTableState } from './use-table-state.ts';

interface Props {
  state: ReturnType<typeof useTableState>;
  isSearched?: boolean;
  ordering?: OrderSelectProps | undefined;
  /** How many rows are on screen and how many match; undefined while that is not known. */
  count: { shown: number; filtered: number } | undefined;
  /** The count is that of the last view while the next one loads. */
  isStale?: boolean;
  /** The name of its pages. */
  pagesLabel?: string;
  /** What says that rows have come. */
  news?: ReactNode;
  children: ReactNode;
}

/** What stands around the rows of a paged list: length, search, how many there are, pages. */
export function TableFrame(props: Props) {
  const { state, isSearched = true, count, isStale = false, pagesLabel = 'Pages' } = props;
  const isPhone = useIsPhone();
  const pageCount = Math.max(1, Math.ceil((count?.filtered ?? 0) / state.length));
  const isBeyond = count !== undefined && !isStale && state.page > pageCount;
  // A page beyond the end, of an old link or of a list grown shorter, becomes the last one.
  useEffect(() => {
    if (isBeyond) state.setPage(pageCount, { replace: true });
  });
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <TableControls state={state} isSearched={isSearched} ordering={props.ordering} />
      {props.news}
      {props.children}
      {/* Below rows that are not there yet it would only jump. */}
      {count && (
        <Group justify="space-between" py="sm" px={isPhone ? 0 : 'sm'} gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {isStale ? 'Loading…' : shownText((state.page - 1) * state.length, count)}
          </Text>
          {isPhone && <LengthSelect state={state} />}
          <Pager
            label={pagesLabel}
            page={state.page}
            pageCount={pageCount}
            onPage={state.setPage}
          />
        </Group>
      )}
    </Paper>
  );
}

function shownText(start: number, { shown, filtered }: NonNullable<Props['count']>): string {
  if (shown === 0) return 'Showing 0 entries';
  const [from, to] = [formatCount(start + 1), formatCount(start + shown)];
  return `Showing ${from} to ${to} of ${formatCount(filtered)} entries`;
}
