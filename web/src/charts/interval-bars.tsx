import { useId } from 'react';
import frame from './chart-frame.module.css';
import classes from './interval-bars.module.css';

export interface Interval {
  key: string;
  name: string;
  value: number;
  text: string;
  /** Missing where nothing can be said yet. */
  expected?: { from: number; to: number } | undefined;
}

interface Props {
  title: string;
  intervals: Interval[];
  format: (value: number) => string;
  /** What the marks mean. */
  legend: string;
}

/** Figures, each as a mark beside the interval in which it is expected, all on one scale. */
export function IntervalBars({ title, intervals, format, legend }: Props) {
  const titleId = useId();
  const { least, most, place } = scaleOf(intervals);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={frame.title}>
        {title}
      </h2>
      <ul className={classes.rows}>
        {intervals.map(({ key, name, value, text, expected }) => (
          <li key={key}>
            <span>{name}</span>
            <span className={classes.track}>
              {expected && (
                <span
                  className={classes.between}
                  style={{
                    insetInlineStart: place(expected.from),
                    insetInlineEnd: `calc(100% - ${place(expected.to)})`,
                  }}
                />
              )}
              <span
                className={classes.mark}
                data-outside={isOutside(value, expected) || undefined}
                style={{ insetInlineStart: place(value) }}
              />
            </span>
            <span>{text}</span>
          </li>
        ))}
        <li aria-hidden>
          <span />
          <span className={classes.scale}>
            <span>{format(least)}</span>
            <span>{format(most)}</span>
          </span>
          <span />
        </li>
      </ul>
      <p className={classes.legend}>{legend}</p>
    </section>
  );
}

function isOutside(value: number, expected: Interval['expected']): boolean {
  return expected !== undefined && (value < expected.from || value > expected.to);
}

/** From a little below the least to a little above the most. */
function scaleOf(intervals: Interval[]) {
  const all = intervals.flatMap(({ value, expected }) => [
    value,
    expected?.from ?? value,
    expected?.to ?? value,
  ]);
  const room = Math.max((Math.max(...all) - Math.min(...all)) * 0.05, 0.005);
  const [least, most] = [Math.max(0, Math.min(...all) - room), Math.max(...all) + room];
  const place = (value: number) => `${((value - least) / (most - least)) * 100}%`;
  return { least, most, place };
}
