import { UnstyledButton } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import type { Header, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Features, Order } from './columns.ts';
import classes from './data-table.module.css';

interface Props<Row extends RowData> {
  header: Header<Features, Row>;
  onOrder: ((order: Order) => void) | undefined;
  children: ReactNode;
}

/** The words of a header; where the column can be ordered by, a button that turns the order. */
export function SortButton<Row extends RowData>({ header, onOrder, children }: Props<Row>) {
  const { column } = header;
  if (!onOrder || !column.getCanSort()) return children;
  const sorted = column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      onClick={() => onOrder({ column: column.id, dir: sorted === 'asc' ? 'desc' : 'asc' })}
    >
      {children}
      <Icon size={14} aria-hidden data-idle={!sorted || undefined} />
    </UnstyledButton>
  );
}
