import type { ScaleLinear } from 'd3-scale';
import { formatShort } from '#src/lib/format.ts';
import classes from './time-chart.module.css';

interface Props {
  scale: ScaleLinear<number, number>;
  left: number;
  right: number;
}

const ticks = 4;

/** The amounts beside a chart, with a line across it for each. */
export function ValueAxis({ scale, left, right }: Props) {
  return scale.ticks(ticks).map((value) => (
    <g key={value} transform={`translate(0 ${scale(value)})`}>
      <line className={classes.across} x1={left} x2={right} />
      <text className={classes.words} x={left - 10} dy={4} textAnchor="end">
        {formatShort(value)}
      </text>
    </g>
  ));
}
