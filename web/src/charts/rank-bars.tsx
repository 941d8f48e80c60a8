import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { MoneyText } from '#src/ui/money-text.tsx';
import frame from './chart-frame.module.css';
import type { Way } from './point.ts';
import classes from './rank-bars.module.css';

export interface Rank {
  key: string;
  name: string;
  minor: bigint;
  /** Where there is nothing to lead to, the name stands alone. */
  way?: Way | undefined;
}

interface Props {
  /** Says what is shown, over which time and in which unit. */
  title: string;
  ranks: Rank[];
  /** What stands below the bars. */
  children?: ReactNode;
}

/**
 * Amounts of people beside each other. Every bar has its name and its signed amount in words, so
 * that the list itself is the table of its figures.
 */
export function RankBars({ title, ranks, children }: Props) {
  const titleId = useId();
  const most = Math.max(1, ...ranks.map(({ minor }) => Math.abs(Number(minor))));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={frame.title}>
        {title}
      </h2>
      {ranks.length === 0 && <p className={classes.empty}>Nobody has played.</p>}
      <ul className={classes.meters}>
        {ranks.map(({ key, name, minor, way }) => (
          <li key={key}>
            <span className={classes.name} title={name}>
              {way ? <Link {...way}>{name}</Link> : name}
            </span>
            <span>
              <span
                className={classes.meter}
                data-negative={minor < 0n || undefined}
                style={{ width: `${Math.max(1, (Math.abs(Number(minor)) / most) * 100)}%` }}
              />
            </span>
            <MoneyText minor={minor} signed={minor !== 0n} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
