import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type KeyboardEvent, useRef, useState } from 'react';
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
  const x = scaleBand()
    .domain(points.map(({ key }) => key))
    .range([margin.left, width - margin.right])
    .padding(kind === 'bars' ? 0.25 : 0);
  const values = points.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0]);
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values, lowestTop(unit))])
    .range([height - margin.bottom, margin.top])
    .nice(4);
  const center = ({ key }: Point) => (x(key) ?? 0) + x.bandwidth() / 2;
  const shown = active === undefined ? undefined : points[active];
  return (
    <div ref={ref} className={classes.box}>
      <svg width={width} height={height} aria-hidden className={classes.chart}>
        <ValueAxis scale={y} left={margin.left} right={width - margin.right} />
        {kind === 'bars' ? (
          <Bars points={points} x={x} y={y} active={active} />
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
        {spread(points, Math.floor((width - margin.left) / tickPx)).map((point) => (
          <text
            key={point.key}
            className={classes.words}
            x={center(point)}
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
      <Doors
        label={label}
        data={data}
        active={active}
        setActive={setActive}
        placeOf={(point) => ({ left: x(point.key) ?? 0, width: x.bandwidth() })}
      />
    </div>
  );
}

interface Drawn {
  points: Point[];
  y: ScaleLinear<number, number>;
  active: number | undefined;
}

function Bars({ points, x, y, active }: Drawn & { x: ScaleBand<string> }) {
  return points.map(({ key, value }, index) => {
    const end = y(value ?? 0);
    return (
      <rect
        key={key}
        x={x(key) ?? 0}
        width={x.bandwidth()}
        y={Math.min(end, y(0))}
        height={Math.max(Math.abs(end - y(0)), value ? 1 : 0)}
        rx={Math.min(3, x.bandwidth() / 3)}
        className={classes.bar}
        data-negative={(value ?? 0) < 0 || undefined}
        data-active={index === active || undefined}
      />
    );
  });
}

function Lines({ points, center, y, active }: Drawn & { center: (point: Point) => number }) {
  const known = points.filter(({ value }) => value !== null);
  const heightOf = ({ value }: Point) => y(value ?? 0);
  const last = known.at(active === undefined ? -1 : Math.min(active, known.length - 1));
  const below = area<Point>().x(center).y0(y(0)).y1(heightOf);
  const now = line<Point>().x(center).y(heightOf);
  const before = line<Point>()
    .defined((point) => point.before !== undefined)
    .x(center)
    .y((point) => y(point.before?.value ?? 0));
  return (
    <>
      <path className={classes.area} d={below(known) ?? ''} />
      <path className={classes.before} d={before(points) ?? ''} />
      <path className={classes.line} d={now(known) ?? ''} />
      {last && <circle cx={center(last)} cy={heightOf(last)} r={4} className={classes.dot} />}
    </>
  );
}

interface DoorsProps {
  label: string;
  data: ChartData;
  active: number | undefined;
  setActive: (index: number | undefined) => void;
  placeOf: (point: Point) => { left: number; width: number };
}

/** A column over each figure: one stop for the tabulator, arrows within. */
function Doors({ label, data, active, setActive, placeOf }: DoorsProps) {
  const list = useRef<HTMLUListElement>(null);
  const open = data.points.filter(({ value }) => value !== null);
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
      {open.map((point, index) => (
        <li key={point.key} className={classes.door} style={placeOf(point)}>
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
function spread(points: Point[], count: number): Point[] {
  const step = Math.max(1, Math.ceil(points.length / Math.max(1, count)));
  return points.filter((_, index) => index % step === 0);
}

/** Nothing played is a line at the bottom, not one in the middle. */
function lowestTop(unit: string): number {
  return unit === 'bets' || unit === 'players' ? 4 : 1;
}
