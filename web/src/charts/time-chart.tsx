import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { areaPath, axis, type Bands, bands, linePath, type Place } from './plot.ts';
import type { ChartData, Point } from './point.ts';
import classes from './time-chart.module.css';
import { ValueAxis } from './value-axis.tsx';

interface Props {
  kind: 'bars' | 'line';
  label: string;
  data: ChartData;
  height: number;
}

const margin = { left: 48, right: 8, top: 24, bottom: 26 };
const widthMin = 240;
/** So wide is a label of the lower axis with the room around it. */
const tickPx = 52;
/** So far from the lower edge are these labels. */
const ticksPx = 6;

/**
 * Figures over time, as bars or as a line with the period before dotted behind it. The drawing is
 * for the eye; above it lies a link for each figure, which is read out, hovered and walked through
 * with the arrow keys, and leads to the rows that make it.
 */
export function TimeChart({ kind, label, data, height }: Props) {
  // Drawn in the pixels that there are: a scaled drawing would have unreadable words on a phone.
  const { ref, width: measured } = useElementSize();
  const width = Math.max(measured, widthMin);
  const { points, unit } = data;
  const [active, setActive] = useState<number>();
  const across = [margin.left, width - margin.right] as const;
  const columns = bands(points.length, across, kind === 'bars' ? 0.25 : 0);
  const values = points.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0]);
  const amounts = axis(
    [Math.min(0, ...values), Math.max(0, ...values, lowestTop(unit))],
    [height - margin.bottom, margin.top],
  );
  const y = amounts.placeOf;
  const center = (index: number) => columns.startOf(index) + columns.width / 2;
  const shown = active === undefined ? undefined : points[active];
  return (
    <div ref={ref} className={classes.box}>
      <svg width={width} height={height} aria-hidden className={classes.chart}>
        <ValueAxis axis={amounts} left={margin.left} right={width - margin.right} />
        {kind === 'bars' ? (
          <Bars points={points} columns={columns} y={y} active={active} />
        ) : (
          <Lines points={points} center={center} y={y} active={active} />
        )}
        <line
          className={classes.zero}
          x1={margin.left}
          x2={width - margin.right}
          y1={y(0)}
          y2={y(0)}
        />
        {spread(points, Math.floor((width - margin.left) / tickPx)).map(({ point, index }) => (
          <text
            key={point.key}
            className={classes.words}
            x={center(index)}
            y={height - ticksPx}
            textAnchor="middle"
          >
            {point.tick}
          </text>
        ))}
        <text className={classes.words} x={4} y={12}>
          {unit}
        </text>
      </svg>
      <p className={classes.reading} aria-hidden>
        {shown ? readingOf(shown, data.beforeName) : legendOf(data)}
      </p>
      <Doors label={label} data={data} active={active} setActive={setActive} columns={columns} />
    </div>
  );
}

interface Drawn {
  points: Point[];
  y: (value: number) => number;
  active: number | undefined;
}

function Bars({ points, columns, y, active }: Drawn & { columns: Bands }) {
  return points.map(({ key, value }, index) => {
    const end = y(value ?? 0);
    return (
      <rect
        key={key}
        x={columns.startOf(index)}
        width={columns.width}
        y={Math.min(end, y(0))}
        height={Math.max(Math.abs(end - y(0)), value ? 1 : 0)}
        rx={Math.min(3, columns.width / 3)}
        className={classes.bar}
        data-negative={(value ?? 0) < 0 || undefined}
        data-active={index === active || undefined}
      />
    );
  });
}

function Lines({ points, center, y, active }: Drawn & { center: (index: number) => number }) {
  const known = points.flatMap(({ value }, index): Place[] =>
    value === null ? [] : [[center(index), y(value)]],
  );
  const before = points.map(
    (point, index): Place | undefined => point.before && [center(index), y(point.before.value)],
  );
  const last = known.at(active === undefined ? -1 : Math.min(active, known.length - 1));
  return (
    <>
      <path className={classes.area} d={areaPath(known, y(0))} />
      <path className={classes.before} d={linePath(before)} />
      <path className={classes.line} d={linePath(known)} />
      {last && <circle cx={last[0]} cy={last[1]} r={4} className={classes.dot} />}
    </>
  );
}

interface DoorsProps {
  label: string;
  data: ChartData;
  active: number | undefined;
  setActive: (index: number | undefined) => void;
  columns: Bands;
}

/** A column over each figure: one stop for the tabulator, arrows within. */
function Doors({ label, data, active, setActive, columns }: DoorsProps) {
  const list = useRef<HTMLUListElement>(null);
  const open = data.points.flatMap((point, column) =>
    point.value === null ? [] : [{ point, left: columns.startOf(column) }],
  );
  const stop = Math.min(active ?? open.length - 1, open.length - 1);
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: open.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const links = list.current?.querySelectorAll('a');
    links?.[Math.min(Math.max(to, 0), open.length - 1)]?.focus();
  };
  return (
    <ul ref={list} aria-label={label} className={classes.doors} onKeyDown={move}>
      {open.map(({ point, left }, index) => (
        <li key={point.key} className={classes.door} style={{ left, width: columns.width }}>
          <Link
            {...point.way}
            tabIndex={index === stop ? 0 : -1}
            aria-label={readingOf(point, data.beforeName)}
            onFocus={() => setActive(index)}
            onBlur={() => setActive(undefined)}
            onMouseEnter={() => setActive(index)}
            onMouseLeave={() => setActive(undefined)}
          />
        </li>
      ))}
    </ul>
  );
}

function readingOf({ name, text, before }: Point, beforeName: string | undefined): string {
  return `${name}: ${text}${before && beforeName ? `, ${beforeName} ${before.text}` : ''}`;
}

function legendOf({ beforeName }: ChartData): string {
  return beforeName ? `┄ ${beforeName}` : '';
}

/** At most so many of them, evenly spread. */
function spread(points: Point[], count: number): { point: Point; index: number }[] {
  const step = Math.max(1, Math.ceil(points.length / Math.max(1, count)));
  return points.map((point, index) => ({ point, index })).filter(({ index }) => index % step === 0);
}

/** Nothing played is a line at the bottom, not one in the middle. */
function lowestTop(unit: string): number {
  return unit === 'bets' || unit === 'players' ? 4 : 1;
}
