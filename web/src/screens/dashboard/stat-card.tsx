import { Paper, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './stat-card.module.css';

interface Props {
  label: string;
  unit?: string | undefined;
  /** The figure; without it the card waits. */
  children: ReactNode;
}

export function StatCard({ label, unit, children }: Props) {
  const labelId = useId();
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby={labelId}>
      <h2 id={labelId} className={classes.label}>
        {label}
      </h2>
      {children === undefined ? (
        <Skeleton height={32} width="60%" />
      ) : (
        <p className={classes.figure}>
          {children}
          {unit && <span className={classes.unit}> {unit}</span>}
        </p>
      )}
    </Paper>
  );
}
