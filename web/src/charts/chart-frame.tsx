import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import classes from './chart-frame.module.css';
import type { ChartData } from './point.ts';

const TimeChart = lazy(async () => {
  const { TimeChart } = await import('./time-chart.tsx');
  return { default: TimeChart };
});

interface Props {
  /** Says what is shown, over which time and in which unit. */
  title: string;
  kind: 'bars' | 'line';
  /** Missing while it loads. */
  data: ChartData | undefined;
  isStale?: boolean;
  height?: number;
  /** What stands between the title and the drawing. */
  children?: ReactNode;
}

/** A chart with its title, and the same figures as a table for whoever likes that better. */
export function ChartFrame(props: Props) {
  const { title, kind, data, isStale = false, height = 220, children } = props;
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} aria-busy={isStale || !data}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`${isTable ? 'Show as chart' : 'Show as table'}: ${title}`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {children}
      {!data && <Skeleton height={height} />}
      {data && isTable && <ChartTable title={title} data={data} />}
      {data && !isTable && (
        <Suspense fallback={<Skeleton height={height} />}>
          <TimeChart kind={kind} label={title} data={data} height={height} />
        </Suspense>
      )}
    </section>
  );
}

function ChartTable({
  title,
  data: { unit, points, beforeName },
}: {
  title: string;
  data: ChartData;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <section className={classes.scroll} aria-label={`Figures of ${title}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{unit}</th>
            {beforeName && <th scope="col">{beforeName}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, name, value, text, before, way }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{value !== null && <Link {...way}>{text}</Link>}</td>
              {beforeName && <td>{before?.text}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
