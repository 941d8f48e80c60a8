import IconDots from 'tabler:dots';
import type { ComponentProps } from 'react';
import classes from './row-menu.module.css';
import thumb from './thumb-button.module.css';

interface Props extends ComponentProps<'button'> {
  label: string;
}

/** The three dots at the end of a card. */
export function RowMenuButton({ label, ...props }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      {...props}
      className={`mantine-focus-auto ${thumb.button} ${classes.opener}`}
    >
      <IconDots size={20} />
    </button>
  );
}
