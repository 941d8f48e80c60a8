import { Skeleton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './card-list.module.css';
import { CardMenu } from './card-menu.tsx';
import { onCard, placesOf } from './card-places.ts';
import { CardRest } from './card-rest.tsx';
import { Said, Values } from './card-values.tsx';
import type { Columns } from './columns.ts';
import { isLongPage, type ListProps, type RowProps } from './list-props.ts';

/** The rows of a list on a phone: a card for each, with what matters, and the rest on a tap. */
export function CardList<Row>(props: ListProps<Row>) {
  const { label, columns, rows, rowKey, rowProps, totals, isStale = false } = props;
  return (
    <section aria-label={label} aria-busy={isStale || !rows}>
      {totals && isLongPage(rows) && <Totals columns={columns} totals={totals} isCopy />}
      {!rows && <LoadingCards />}
      {rows?.length === 0 && (
        <p className={classes.empty}>{props.emptyText ?? 'No matching records found'}</p>
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.cards} data-stale={isStale || undefined}>
          {rows.map((row) => (
            <Card key={rowKey(row)} row={row} columns={columns} {...rowProps?.(row)} />
          ))}
        </ul>
      )}
      {totals && <Totals columns={columns} totals={totals} />}
    </section>
  );
}

interface CardProps<Row> extends RowProps {
  row: Row;
  columns: Columns<Row>;
}

const Card = memo(function Card<Row>({ row, columns, className = '', ...props }: CardProps<Row>) {
  const { title, status, line, figure, block, rest, menu, foot } = placesOf(columns);
  return (
    <li {...props} className={`${classes.card} ${className}`}>
      <div className={classes.title}>
        <Said columns={title} row={row} />
      </div>
      <div className={classes.status}>
        <Said columns={status} row={row} />
      </div>
      {menu && (
        <div className={classes.menu}>
          <CardMenu label={menu.header}>{onCard(menu, row)}</CardMenu>
        </div>
      )}
      <div className={classes.body}>
        {line.length > 0 && (
          <div className={classes.line}>
            <Said columns={line} row={row} />
          </div>
        )}
        <Values columns={figure} row={row} />
        {block.length > 0 && <Said columns={block} row={row} />}
      </div>
      {rest.length > 0 && <CardRest columns={rest} row={row} />}
      {foot.map((column) => (
        <div key={column.id} className={classes.foot}>
          {column.cardFoot ? column.cardFoot(row) : onCard(column, row)}
        </div>
      ))}
    </li>
  );
}) as <Row>(props: CardProps<Row>) => ReactNode;

const loadingCards = ['one', 'two', 'three', 'four'];

/** What a card says first: a name, a line of small things, and a figure. */
const loadingLines = [
  ['name', 18, '45%'],
  ['line', 14, '75%'],
  ['figure', 18, '30%'],
] as const;

function LoadingCards() {
  return (
    <div className={classes.cards} aria-hidden>
      {loadingCards.map((card) => (
        <div key={card} className={`${classes.card} ${classes.loading}`}>
          {loadingLines.map(([line, height, width]) => (
            <Skeleton key={line} height={height} width={width} className={classes.whole ?? ''} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface TotalsProps<Row> {
  columns: Columns<Row>;
  totals: Record<string, ReactNode>;
  /** The same words once more, above a long page: heard once they are enough. */
  isCopy?: boolean;
}

function Totals<Row>({ columns, totals, isCopy = false }: TotalsProps<Row>) {
  const summed = columns.filter(({ id }) => totals[id] !== undefined);
  return (
    <section
      aria-label="Total"
      aria-hidden={isCopy || undefined}
      className={`${classes.card} ${classes.totals}`}
    >
      <p className={classes.title}>Total</p>
      <dl className={`${classes.values} ${classes.whole}`}>
        {summed.map(({ id, header }) => (
          <div key={id}>
            <dt>{header}</dt>
            <dd>{totals[id]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
