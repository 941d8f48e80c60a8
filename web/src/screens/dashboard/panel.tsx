import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sight.module.css';

/** One of the fields below the cards. */
export function Panel({ area, children }: { area: string; children: ReactNode }) {
  return (
    <Paper withBorder className={classes.panel ?? ''} data-area={area}>
      {children}
    </Paper>
  );
}
