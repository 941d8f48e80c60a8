import IconArrowDown from 'tabler:arrow-down';
import IconArrowUp from 'tabler:arrow-up';
import IconArrowsSort from 'tabler:arrows-sort';
import { UnstyledButton } from '@mantine/core';
import type { Order } from './columns.ts';
import classes from './data-table.module.css';

interface Props {
  column: string;
  header: string;
  /** The direction that the list has by this column now. */
  dir: Order['dir'] | undefined;
  onOrder: (order: Order) => void;
}

/** The words of a header as a button that turns the order. */
export function SortButton({ column, header, dir, onOrder }: Props) {
  const Icon = dir === 'asc' ? IconArrowUp : dir === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      onClick={() => onOrder({ column, dir: dir === 'asc' ? 'desc' : 'asc' })}
    >
      {header}
      <Icon size={14} data-idle={!dir || undefined} />
    </UnstyledButton>
  );
}
