import type { Span } from '@pitboss/contract/dashboard';
import { dayMs, slotMs } from '../lists/list-by-time.ts';

type Period = 'day' | 'month';

/**
 * Where play_so_far is read: what a period had up to a moment is added or taken away, or what it
 * had from then on is added.
 */
export interface Mark {
  period: Period | `rest of ${Period}`;
  at: Date;
  sign: 1 | -1;
}

/** What a span's play is read from, so that each of its moments is in exactly one. */
export interface Cover {
  marks: Mark[];
  days: Span[];
  slots: Span[];
  bets: Span[];
}

const hourMs = 60 * 60_000;
/** So much is read by quarters of an hour: fewer rows than all who played on that day. */
const shortMs = 4 * hourMs;

/**
 * Up to where play is folded a span is the difference of a few sums; beyond that whole days and
 * quarters of an hour are added up, and at its very ends bets.
 */
export function coverSpan(span: Span, foldedUntil: Date): Cover {
  const cover: Cover = { marks: [], days: [], slots: [], bets: [] };
  const bySlots = cutSpan(span, slotMs);
  cover.bets.push(...bySlots.ends);
  for (const { from, to } of bySlots.whole) {
    const [folded, rest] = [
      { from, to: to < foldedUntil ? to : foldedUntil },
      { from: from > foldedUntil ? from : foldedUntil, to },
    ];
    if (folded.from < folded.to) coverFolded(folded, cover);
    const byDays = cutSpan(rest, dayMs);
    cover.days.push(...byDays.whole);
    cover.slots.push(...byDays.ends);
  }
  return cover;
}

function coverFolded(span: Span, { marks, slots }: Cover): void {
  if (isShort(span)) return void slots.push(span);
  const { whole, ends } = cutSpan(span, hourMs);
  slots.push(...ends);
  for (const hours of whole) {
    const byDays = cutSpan(hours, dayMs);
    // Two days are two sums either way, and those of a day are shorter.
    const period = byDays.whole.every((days) => lengthOf(days) > 2 * dayMs) ? 'month' : 'day';
    marks.push(...byDays.whole.flatMap((days) => marksOf(days, period)));
    for (const end of byDays.ends) {
      if (isShort(end)) slots.push(end);
      else marks.push(...marksOf(end, 'day'));
    }
  }
}

function marksOf({ from, to }: Span, period: Period): Mark[] {
  const marks: Mark[] = [];
  let end = from;
  if (startOf(period, from) < from) {
    end = endOf(period, from);
    if (end > to) marks.push({ period, at: from, sign: -1 });
    else marks.push({ period: `rest of ${period}`, at: from, sign: 1 });
  }
  for (end = endOf(period, end); end <= to; end = endOf(period, end)) {
    marks.push({ period, at: end, sign: 1 });
  }
  if (startOf(period, to) < to) marks.push({ period, at: to, sign: 1 });
  return marks;
}

function startOf(period: Period, at: Date): Date {
  const day = period === 'day' ? at.getUTCDate() : 1;
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day));
}

/** Of the period that a moment lies in, or that begins with it. */
function endOf(period: Period, at: Date): Date {
  const [day, month] = period === 'day' ? [at.getUTCDate() + 1, 0] : [1, 1];
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + month, day));
}

const lengthOf = ({ from, to }: Span) => to.getTime() - from.getTime();

export function isShort(span: Span): boolean {
  return lengthOf(span) <= shortMs;
}

/** The whole steps of the clock in a span, and what is left of it at its ends. */
export function cutSpan({ from, to }: Span, stepMs: number): { whole: Span[]; ends: Span[] } {
  const first = new Date(Math.ceil(from.getTime() / stepMs) * stepMs);
  const last = new Date(Math.floor(to.getTime() / stepMs) * stepMs);
  if (first >= last) return { whole: [], ends: from < to ? [{ from, to }] : [] };
  const ends = [
    { from, to: first },
    { from: last, to },
  ].filter((end) => end.from < end.to);
  return { whole: [{ from: first, to: last }], ends };
}
