import type { ReactNode } from 'react';
import { type Column, type Columns, cellOf } from './columns.ts';

/** The columns of a list by where they stand on a card. */
export function placesOf<Row>(columns: Columns<Row>) {
  const at = (place: Column<Row>['card']) => columns.filter(({ card }) => card === place);
  const undeclared = at(undefined);
  return {
    title: at('title'),
    status: at('status'),
    line: at('line'),
    figure: at('figure'),
    block: at('block'),
    rest: undeclared.filter(({ isPinned }) => !isPinned),
    menu: undeclared.find(({ isPinned }) => isPinned),
    foot: columns.filter(({ card, cardFoot }) => card === 'foot' || cardFoot),
  };
}

/** What a column shows on a card. */
export function onCard<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cardCell ? column.cardCell(row) : cellOf(column, row);
}
