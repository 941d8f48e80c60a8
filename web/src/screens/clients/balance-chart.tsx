import { useElementSize } from '@mantine/hooks';
import type { BalanceHistory } from '@pitboss/contract/clients';
import { type PointerEvent, useState } from 'react';
import {
  areaPath,
  axis,
  inSteps,
  linear,
  linePath,
  type Place,
  type Range,
} from '#src/charts/plot.ts';
import { ValueAxis } from '#src/charts/value-axis.tsx';
import { formatAmount, formatTimestamp } from '#src/lib/format.ts';
import classes from './balance-chart.module.css';

const widthMin = 260;
const chartHeight = 200;
const margin = { left: 48, right: 8, top: 12, bottom: 28 };

type Balance = BalanceHistory['points'][number];

/**
 * The balance as a line of steps: it stays until the next entry. A slider lies above the drawing,
 * so that keys and screen readers come to every figure; the pointer does by hovering.
 */
export function BalanceChart({ data: { points, currency } }: { data: BalanceHistory }) {
  // Drawn in the pixels that there are: a scaled drawing would have unreadable words on a phone.
  const { ref, width: measured } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const right = Math.max(measured, widthMin) - margin.right;
  const bottom = chartHeight - margin.bottom;
  const end = points.length - 1;
  const indexes: Range = [0, Math.max(1, end)];
  const across: Range = [margin.left, right];
  const x = linear(indexes, across);
  const amounts = axis(
    [0, Math.max(1, ...points.map(({ balance }) => Number(balance) / 100))],
    [bottom, margin.top],
  );
  const heightOf = ({ balance }: Balance) => amounts.placeOf(Number(balance) / 100);
  const index = Math.min(chosen ?? end, end);
  const shown = points[index];
  const [first, last] = [points[0], points.at(-1)];
  if (!shown || !first || !last) return null;
  const hover = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const place = Math.round(linear(across, indexes)(event.clientX - left));
    setChosen(Math.min(Math.max(place, 0), end));
  };
  const reading = `${formatTimestamp(shown.at)}: ${formatAmount(shown.balance, currency)}`;
  const steps = inSteps(points.map((point, place): Place => [x(place), heightOf(point)]));
  return (
    <div
      ref={ref}
      className={classes.box}
      onPointerMove={hover}
      onPointerLeave={() => setChosen(undefined)}
    >
      <p className={classes.reading} aria-hidden>
        {reading}
      </p>
      <svg width={right + margin.right} height={chartHeight} aria-hidden className={classes.chart}>
        <ValueAxis axis={amounts} left={margin.left} right={right} />
        <path className={classes.area} d={areaPath(steps, amounts.placeOf(0))} />
        <path className={classes.line} d={linePath(steps)} />
        <line className={classes.mark} x1={x(index)} x2={x(index)} y1={margin.top} y2={bottom} />
        <circle className={classes.dot} cx={x(index)} cy={heightOf(shown)} r={4} />
        <text className={classes.words} x={margin.left} y={bottom + 20}>
          {dayText(first.at)}
        </text>
        <text className={classes.words} x={right} y={bottom + 20} textAnchor="end">
          {dayText(last.at)}
        </text>
      </svg>
      <input
        type="range"
        className={classes.slider}
        aria-label="Balance over time"
        aria-valuetext={reading}
        min={0}
        max={end}
        value={index}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
    </div>
  );
}

function dayText(at: Date): string {
  return formatTimestamp(at).split(',')[0] ?? '';
}
