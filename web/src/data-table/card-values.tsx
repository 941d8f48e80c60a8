import { VisuallyHidden } from '@mantine/core';
import classes from './card-list.module.css';
import { onCard } from './card-places.ts';
import type { Columns } from './columns.ts';

interface Props<Row> {
  columns: Columns<Row>;
  row: Row;
}

/** Values that the eye knows by themselves; whoever hears them hears their column before. */
export function Said<Row>({ columns, row }: Props<Row>) {
  return columns.map((column) => {
    const value = onCard(column, row);
    return (
      value !== null && (
        <div key={column.id}>
          <VisuallyHidden>{column.header}: </VisuallyHidden>
          <div>{value}</div>
        </div>
      )
    );
  });
}

/** Values below the names of their columns. */
export function Values<Row>({ columns, row }: Props<Row>) {
  const shown = columns
    .map((column) => ({ ...column, value: onCard(column, row) }))
    .filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <dl className={classes.values}>
      {shown.map(({ id, header, value }) => (
        <div key={id}>
          <dt>{header}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
