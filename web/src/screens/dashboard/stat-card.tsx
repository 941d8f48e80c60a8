import { Paper, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Way } from '#src/charts/point.ts';
import classes from './stat-card.module.css';

interface Props {
  label: string;
  unit?: string | undefined;
  /** Where the rows stand that make the figure. */
  way?: Way | undefined;
  /** The figure; without it the card waits. */
  children: ReactNode;
}

export function StatCard({ label, unit, way, children }: Props) {
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
          {way ? (
            <Link {...way} className={classes.door}>
              {children}
            </Link>
          ) : (
            children
          )}
          {unit && <span className={classes.unit}> {unit}</span>}
        </p>
      )}
    </Paper>
  );
}
