import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table-frame.module.css';

interface Props {
  /** Names a part of the page that has a title of its own. */
  label?: string;
  children: ReactNode;
}

/** Around a table that is shown whole. */
export function TableBox({ label, children }: Props) {
  return (
    <Paper
      withBorder
      mb="md"
      className={classes.frame ?? ''}
      {...(label ? { component: 'section', 'aria-label': label } : {})}
    >
      {children}
    </Paper>
  );
}
