import { NativeSelect } from '@mantine/core';
import type { Order } from './columns.ts';
import classes from './table-controls.module.css';

export interface OrderSelectProps {
  /** The columns that the list can be ordered by. */
  columns: { id: string; header: string }[];
  order: Order | undefined;
  onOrder: (order: Order) => void;
}

/** What the headers of a table do, for cards. */
export function OrderSelect({ columns, order, onOrder }: OrderSelectProps) {
  const options = columns.flatMap(({ id, header }) => [
    { value: `${id}.asc`, label: `${header} ↑` },
    { value: `${id}.desc`, label: `${header} ↓` },
  ]);
  const choose = (value: string) => {
    const [column = '', dir] = value.split('.');
    onOrder({ column, dir: dir === 'asc' ? 'asc' : 'desc' });
  };
  return (
    <NativeSelect
      className={classes.order ?? ''}
      aria-label="Sort by"
      data={order ? options : [{ value: '', label: 'Sort by' }, ...options]}
      value={order ? `${order.column}.${order.dir}` : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
