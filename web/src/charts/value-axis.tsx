import { formatShort } from '#src/lib/format.ts';
import type { Axis } from './plot.ts';
import classes from './time-chart.module.css';

interface Props {
  axis: Axis;
  left: number;
  right: number;
}

/** The amounts beside a chart, with a line across it for each. */
export function ValueAxis({ axis: { marks, placeOf }, left, right }: Props) {
  return marks.map((value) => (
    <g key={value} transform={`translate(0 ${placeOf(value)})`}>
      <line className={classes.across} x1={left} x2={right} />
      <text className={classes.words} x={left - 10} dy={4} textAnchor="end">
        {formatShort(value)}
      </text>
    </g>
  ));
}
