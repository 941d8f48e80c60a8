import { type ColumnOf, columnNames } from '@pitboss/contract/columns';
import type { Endpoint } from '@pitboss/contract/endpoint';
import type { ReactNode } from 'react';
import type { Column, Columns, Look, Order, PlainKey } from './columns.ts';
import type { RowOf } from './page-in.ts';

type Cell<Row, Name> =
  Name extends PlainKey<Row>
    ? { cell?: (row: Row) => ReactNode }
    : { cell: (row: Row) => ReactNode };

/**
 * How each column that the contract gives a list is shown: one that is missing, and one that is
 * not the list's, is no valid program. Null leaves it out for whom it is not.
 */
export type Looks<E extends Endpoint> = {
  [Name in ColumnOf<E>]: (Look<RowOf<E>> & Cell<RowOf<E>, Name>) | null;
};

declare const whole: unique symbol;

/** All columns of a list, in the order that they are shown in; `listColumns` alone makes them. */
export type ListColumns<E extends Endpoint> = Columns<RowOf<E>> & {
  readonly [whole]: ColumnOf<E>;
};

/** They stand in the contract's order, but for those that a screen wants `first`. */
export function listColumns<E extends Endpoint>(
  endpoint: E,
  looks: Looks<NoInfer<E>>,
  first: readonly ColumnOf<NoInfer<E>>[] = [],
): ListColumns<E> {
  const names = new Set<string>([...first, ...columnNames(endpoint)]);
  const given: Record<string, object | null> = looks;
  const columns = [...names].flatMap((id) => {
    const look = given[id];
    const isOrdered = endpoint.columns[id]?.isOrdered === true;
    return look ? [{ ...look, id, isOrdered } as Column<RowOf<E>>] : [];
  });
  return columns as Columns<RowOf<E>> as ListColumns<E>;
}

/** The wire names a column by its number in the contract, whichever of them are shown. */
export function wireOrder<E extends Endpoint>(endpoint: E, { column, dir }: Order) {
  const names: string[] = columnNames(endpoint);
  return { column: names.indexOf(column), dir };
}
