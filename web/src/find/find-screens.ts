import type { Role } from '@pitboss/contract/auth';
import { type SidebarPage, sidebarPages } from '#src/app/pages.ts';
import { type DayRange, dayOf } from '#src/lib/dates.ts';
import type { ScreenPlace } from '#src/lib/places.ts';

const countMax = 6;
/** The screens that are read by dates. */
const dated: SidebarPage[] = [
  'reports',
  'bets',
  'cashRequests',
  'transactionDetails',
  'rounds',
  'activity',
];

/** Ranges as people say them, counted from this day. */
const ranges: Record<string, (now: Date) => DayRange> = {
  today: (now) => daysOf(now, 0, 0),
  yesterday: (now) => daysOf(now, -1, -1),
  'last 7 days': (now) => daysOf(now, -6, 0),
  'last 30 days': (now) => daysOf(now, -29, 0),
  'this month': (now) => ({
    startDay: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)),
    endDay: dayOf(now),
  }),
  'last month': (now) => ({
    startDay: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
    endDay: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
  }),
};

function daysOf(now: Date, from: number, to: number): DayRange {
  const day = (step: number) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + step));
  return { startDay: day(from), endDay: day(to) };
}

export interface FoundScreen {
  label: string;
  place: ScreenPlace;
}

/** The screens that every word fits the beginning of a word of: `Reports, last month`. */
export function screensFor(text: string, role: Role, now = new Date()): FoundScreen[] {
  const words = wordsIn(text.replace(/^\s*(go(\s+to)?|open)\s+/i, ''));
  if (words.length === 0) return [];
  const screens = sidebarPages(role).map(({ label, to }) => ({ label, place: { to } }));
  const byDates = sidebarPages(role)
    .filter(({ name }) => dated.includes(name))
    .flatMap(({ label, to }) =>
      Object.entries(ranges).map(([range, daysFrom]) => ({
        label: `${label}, ${range}`,
        place: { to, search: daysFrom(now) },
      })),
    );
  // One word means a screen; a range is said with more.
  const all = words.length > 1 ? [...screens, ...byDates] : screens;
  return all.filter(({ label }) => fits(words, wordsIn(label))).slice(0, countMax);
}

function fits(words: string[], label: string[]): boolean {
  return words.every((word) => label.some((one) => one.startsWith(word)));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
