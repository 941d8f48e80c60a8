import { useElementSize } from '@mantine/hooks';
import { type Band, wholeMillionths } from '@pitboss/engine/band';
import { type EdgeReturn, edgeReturns, returnCurve } from '@pitboss/engine/rtp';
import { useId } from 'react';
import { formatMultiplier, formatPercent } from '#src/lib/format.ts';
import { chartScale, targetLabel } from './chart-scale.ts';
import classes from './return-chart.module.css';

interface Props {
  table: Band[];
  /** Infinity until it is known. */
  limitMillionths: number;
  /** The edges that return more than the limit. */
  losing: EdgeReturn[];
}

const curvePoints = 160;
const labelGap = 6;

/** The return to players over the target that they leave at, on a logarithmic axis. */
export function ReturnChart({ table, limitMillionths, losing }: Props) {
  // Drawn in the pixels that there are: a scaled drawing would have unreadable words on a phone.
  const { ref, width } = useElementSize();
  const clip = useId();
  const curve = returnCurve(table, curvePoints);
  const highest = highestOf(table);
  const scale = chartScale({
    width: Math.max(width, 260),
    lastHundredths: curve.at(-1)?.targetHundredths ?? 0,
    highestShare: highest.returnMillionths / wholeMillionths,
  });
  const { left, right, top, bottom, x, y } = scale;
  const limit = limitMillionths / wholeMillionths;
  const hasLimit = Number.isFinite(limit);
  const points = curve.map(
    ({ targetHundredths, returnShare }) => `${x(targetHundredths)},${y(returnShare)}`,
  );
  const line = points.join(' ');
  return (
    <div ref={ref} className={classes.box}>
      <svg
        role="img"
        aria-label={labelOf(table, highest, hasLimit ? limit : undefined)}
        width={scale.width}
        height={scale.height}
        className={classes.chart}
      >
        <clipPath id={clip}>
          <rect x={left} y={0} width={right - left} height={hasLimit ? y(limit) : 0} />
        </clipPath>
        {scale.shareTicks.map((share) => (
          <g key={share}>
            <line className={classes.grid} x1={left} x2={right} y1={y(share)} y2={y(share)} />
            <text x={left - labelGap} y={y(share)} textAnchor="end" dominantBaseline="middle">
              {formatPercent(share)}
            </text>
          </g>
        ))}
        {scale.targetTicks.map(({ hundredths, anchor }) => (
          <text key={hundredths} x={x(hundredths)} y={bottom + 18} textAnchor={anchor}>
            {targetLabel(hundredths)}
          </text>
        ))}
        <polyline className={classes.curve} points={line} />
        <polyline className={classes.losing} points={line} clipPath={`url(#${clip})`} />
        {hasLimit && (
          <>
            <line className={classes.limit} x1={left} x2={right} y1={y(limit)} y2={y(limit)} />
            <text className={classes.limitText} x={right} y={y(limit) - labelGap} textAnchor="end">
              Limit {formatPercent(limit)}
            </text>
          </>
        )}
        {losing.map(({ edgeHundredths, returnMillionths }) => (
          <circle
            key={edgeHundredths}
            className={classes.point}
            cx={x(edgeHundredths)}
            cy={Math.max(y(returnMillionths / wholeMillionths), top)}
            r={4.5}
          />
        ))}
      </svg>
    </div>
  );
}

function highestOf(table: Band[]): EdgeReturn {
  return edgeReturns(table).reduce((best, edge) =>
    edge.returnMillionths > best.returnMillionths ? edge : best,
  );
}

function labelOf(table: Band[], highest: EdgeReturn, limit: number | undefined): string {
  const share = formatPercent(highest.returnMillionths / wholeMillionths, 2);
  const where =
    table.length === 0 ? 'at every target' : `at ${formatMultiplier(highest.edgeHundredths)}`;
  const most = `Return to players by target: at most ${share}, ${where}.`;
  return limit === undefined ? most : `${most} The limit is ${formatPercent(limit)}.`;
}
