import { useElementSize } from '@mantine/hooks';
import { bandsOf, levelReturn, type Table, wholeMillionths } from '@pitboss/engine/band';
import { type EdgeReturn, edgeReturns, edgesAbove, returnCurve } from '@pitboss/engine/rtp';
import { bandsProblem } from '@pitboss/engine/table-problem';
import { useId } from 'react';
import { formatMultiplier, formatPercent } from '#src/lib/format.ts';
import { chartScale, targetLabel } from './chart-scale.ts';
import classes from './return-chart.module.css';

interface Props {
  table: Table;
  /** The table in play, where it is another one. */
  inPlay: Table | undefined;
  /** Infinity until it is known. */
  limitMillionths: number;
}

const curvePoints = 160;
const labelGap = 6;

/** The return to players over the target that they leave at, on a logarithmic axis. */
export function ReturnChart({ table, inPlay, limitMillionths }: Props) {
  // Drawn in the pixels that there are: a scaled drawing would have unreadable words on a phone.
  const { ref, width } = useElementSize();
  const clip = useId();
  const curve = returnCurve(table, curvePoints);
  const played = inPlay ? returnCurve(inPlay, curvePoints) : [];
  const shares = [table, ...(inPlay ? [inPlay] : [])].map((one) => highestOf(one).returnMillionths);
  const scale = chartScale({
    width: Math.max(width, 260),
    lastHundredths: Math.max(...[curve, played].map((one) => one.at(-1)?.targetHundredths ?? 0)),
    highestShare: Math.max(...shares) / wholeMillionths,
  });
  const { left, right, top, bottom, x, y } = scale;
  const limit = limitMillionths / wholeMillionths;
  const hasLimit = Number.isFinite(limit);
  const lineOf = (points: typeof curve) =>
    points
      .map(({ targetHundredths, returnShare }) => `${x(targetHundredths)},${y(returnShare)}`)
      .join(' ');
  const line = lineOf(curve);
  // Of bands that are no table the edges say nothing.
  const losing = bandsProblem(bandsOf(table)) ? [] : edgesAbove(table, limitMillionths);
  return (
    <div ref={ref} className={classes.box}>
      <svg
        role="img"
        aria-label={labelOf(table, inPlay, hasLimit ? limit : undefined)}
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
        {inPlay && <polyline className={classes.played} points={lineOf(played)} />}
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
      {inPlay && (
        <ul className={classes.legend} aria-hidden>
          <li>Draft</li>
          <li className={classes.ofPlay}>In play</li>
        </ul>
      )}
    </div>
  );
}

function highestOf(table: Table): EdgeReturn {
  return edgeReturns(table).reduce((best, edge) =>
    edge.returnMillionths > best.returnMillionths ? edge : best,
  );
}

function labelOf(table: Table, inPlay: Table | undefined, limit: number | undefined): string {
  return [
    `Return to players by target: ${mostOf(table)}`,
    ...(limit === undefined ? [] : [`The limit is ${formatPercent(limit)}.`]),
    ...(inPlay ? [`In play: ${mostOf(inPlay)}`] : []),
  ].join(' ');
}

function mostOf(table: Table): string {
  const { edgeHundredths, returnMillionths } = highestOf(table);
  const isLevel = levelReturn(table) !== undefined;
  const where = isLevel ? 'at every target' : `at ${formatMultiplier(edgeHundredths)}`;
  return `at most ${formatPercent(returnMillionths / wholeMillionths, 2)}, ${where}.`;
}
