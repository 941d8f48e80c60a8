import { Paper, Skeleton } from '@mantine/core';
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

/** Keeps the place of one that is still being read: coming later, it would push others away. */
export function PanelToCome({ area }: { area: string }) {
  return (
    <Panel area={area}>
      <Skeleton height={200} />
    </Panel>
  );
}
