import IconChevronDown from 'tabler:chevron-down';
import { useId, useState } from 'react';
import thumb from '#src/ui/thumb-button.module.css';
import classes from './card-list.module.css';
import { Values } from './card-values.tsx';
import type { Columns } from './columns.ts';

interface Props<Row> {
  columns: Columns<Row>;
  row: Row;
}

/** What a card shows when asked. Its button is as large as the card, below all the others. */
export function CardRest<Row>({ columns, row }: Props<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`mantine-focus-auto ${thumb.button} ${classes.more}`}
        aria-label="More"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={20} />
      </button>
      {isOpen && (
        <div id={id} className={classes.rest}>
          <Values columns={columns} row={row} />
        </div>
      )}
    </>
  );
}
