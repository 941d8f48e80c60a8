import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

interface Props {
  facts: { title: string; value: ReactNode }[];
}

/** Titles and their values, one pair to a line. */
export function FactList({ facts }: Props) {
  return (
    <dl className={classes.list}>
      {facts.map(({ title, value }) => (
        <div key={title} className={classes.fact}>
          <dt className={classes.title}>{title}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
