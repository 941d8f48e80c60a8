import { useElementSize } from '@mantine/hooks';
import type { BalanceHistory } from '@pitboss/contract/clients';
import { type PointerEvent, useState } from 'react';
import { formatAmount, formatMoney, formatTimestamp } from '#src/lib/format.ts';
import classes from './balance-chart.module.css';
import { balanceScale } from './balance-scale.ts';

/**
 * The balance as a line of steps: it stays until the next entry. A slider lies above the drawing,
 * so that keys and screen readers come to every figure; the pointer does by hovering.
 */
export function BalanceChart({ data: { points, currency } }: { data: BalanceHistory }) {
  // Drawn in the pixels that there are: a scaled drawing would have unreadable words on a phone.
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const { left, right, top, bottom, x, y, ticks, ...size } = balanceScale(points, width);
  const index = Math.min(chosen ?? points.length - 1, points.length - 1);
  const shown = points[index];
  const [first, last] = [points[0], points.at(-1)];
  if (!shown || !first || !last) return null;
  const line = points
    .map(({ balance }, place) => `${place === 0 ? 'M' : 'H'}${x(place)}${step(place, y(balance))}`)
    .join('');
  const hover = (event: PointerEvent<HTMLElement>) => {
    const { left: start } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - start - left) / (right - left);
    setChosen(Math.round(Math.min(Math.max(share, 0), 1) * (points.length - 1)));
  };
  const reading = `${formatTimestamp(shown.at)}: ${formatAmount(shown.balance, currency)}`;
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
      <svg width={size.width} height={size.height} aria-hidden className={classes.chart}>
        {ticks.map((minor) => (
          <g key={String(minor)}>
            <line className={classes.grid} x1={left} x2={right} y1={y(minor)} y2={y(minor)} />
            <text x={left - 6} y={y(minor)} textAnchor="end" dominantBaseline="middle">
              {formatMoney(minor)}
            </text>
          </g>
        ))}
        <path className={classes.area} d={`${line}V${y(0n)}H${left}Z`} />
        <path className={classes.line} d={line} />
        <line className={classes.mark} x1={x(index)} x2={x(index)} y1={top} y2={bottom} />
        <circle className={classes.dot} cx={x(index)} cy={y(shown.balance)} r={4} />
        <text x={left} y={bottom + 20}>
          {dayText(first.at)}
        </text>
        <text x={right} y={bottom + 20} textAnchor="end">
          {dayText(last.at)}
        </text>
      </svg>
      <input
        type="range"
        className={classes.slider}
        aria-label="Balance over time"
        aria-valuetext={reading}
        min={0}
        max={points.length - 1}
        value={index}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** Down or up to the height of a point, once the line has come to its place. */
function step(place: number, height: number): string {
  return place === 0 ? `,${height}` : `V${height}`;
}

function dayText(at: Date): string {
  return formatTimestamp(at).split(',')[0] ?? '';
}
