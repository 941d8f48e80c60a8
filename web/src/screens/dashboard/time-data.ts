import type { Play, Span } from '@pitboss/contract/dashboard';
import type { ChartData, Way } from '#src/charts/point.ts';
import type { UrlState } from '#src/lib/address.ts';
import { type Day, dayStart } from '#src/lib/dates.ts';
import { type Measure, numberOf, textOf, unitOf } from './measures.ts';
import type { Looked } from './period.ts';

const none: Play = { bets: 0, stakes: 0n, cashout: 0n, pl: 0n, players: 0 };

/** The answer to all spans of the dashboard, cut up again. */
export function cutUp(looked: Looked, spans: Play[]) {
  const [whole = none, soFar = none, before = none, ...rest] = spans;
  const { length } = looked.hours;
  const byDay = length + looked.hoursBefore.length;
  return {
    whole,
    soFar,
    before,
    hours: rest.slice(0, length),
    hoursBefore: rest.slice(length, byDay),
    days: rest.slice(byDay),
  };
}
export type Figures = ReturnType<typeof cutUp>;

/** The rows of a span: one for each client that played in it. */
export function rowsOfSpan({ from, to }: Span, rest: UrlState): Way {
  const last = new Date(to.getTime() - 1);
  const moments = { from: from.toISOString(), to: last.toISOString() };
  return { to: '/reports', search: { group: 'client', ...moments, ...rest } };
}

/** The rows of some days: one for each client that played in them. */
export function rowsOfDays(startDay: Day, endDay: Day, rest: UrlState): Way {
  return { to: '/reports', search: { group: 'client', startDay, endDay, ...rest } };
}

interface Asked {
  looked: Looked;
  figures: Figures;
  measure: Measure;
  currency: string;
  /** What every link keeps: the currency, where one was chosen. */
  rest: UrlState;
  now?: number;
}

export function hourData({ looked, figures, measure, currency, rest, now }: Asked): ChartData {
  const moment = now ?? Date.now();
  return {
    unit: unitOf(measure, currency),
    beforeName: 'yesterday',
    points: looked.hours.map((span, index) => {
      const play = figures.hours[index] ?? none;
      const before = figures.hoursBefore[index];
      const isAhead = span.from.getTime() > moment;
      return {
        key: String(span.from.getTime()),
        tick: clock(span.from),
        name: `${clock(span.from)}–${clock(span.to)}`,
        value: isAhead ? null : numberOf(play, measure),
        text: textOf(play, measure),
        ...(before
          ? { before: { value: numberOf(before, measure), text: textOf(before, measure) } }
          : {}),
        way: rowsOfSpan(span, rest),
      };
    }),
  };
}

export function dayData({ looked, figures, measure, currency, rest }: Asked): ChartData {
  return {
    unit: unitOf(measure, currency),
    points: looked.days.map((day, index) => {
      const play = figures.days[index] ?? none;
      return {
        key: day,
        tick: shortDay(day),
        name: day === looked.today ? 'Today' : longDay(day),
        value: numberOf(play, measure),
        text: textOf(play, measure),
        way: rowsOfDays(day, day, rest),
      };
    }),
  };
}

function clock(at: Date): string {
  return `${String(at.getHours()).padStart(2, '0')}:00`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

function shortDay(day: Day): string {
  const at = dayStart(day);
  return `${at.getDate()} ${months[at.getMonth()]}`;
}

function longDay(day: Day): string {
  return `${weekdays[dayStart(day).getDay()]} ${shortDay(day)}`;
}
