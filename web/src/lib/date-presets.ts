import { type Day, type DayRange, dayOf, dayStart, defaultRange } from './dates.ts';
import { operatorName } from './session.ts';

export const datePresets = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: '7 days',
  thirty: '30 days',
  month: 'This month',
  lastMonth: 'Last month',
} as const;
export type DatePreset = keyof typeof datePresets;

/** The days that a preset means today. */
export function presetRange(preset: DatePreset, now = new Date()): DayRange {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const back = (days: number) => dayOf(new Date(year, month, date - days));
  const today = dayOf(now);
  const ranges: Record<DatePreset, [Day, Day]> = {
    today: [today, today],
    yesterday: [back(1), back(1)],
    week: [back(6), today],
    thirty: [back(29), today],
    month: [dayOf(new Date(year, month, 1)), today],
    lastMonth: [dayOf(new Date(year, month - 1, 1)), dayOf(new Date(year, month, 0))],
  };
  const [startDay, endDay] = ranges[preset];
  return { startDay, endDay };
}

/** The preset that means just these days, if one does. */
export function presetOf({ startDay, endDay }: DayRange): DatePreset | undefined {
  const all = Object.keys(datePresets) as DatePreset[];
  return all.find((preset) => {
    const range = presetRange(preset);
    return range.startDay === startDay && range.endDay === endDay;
  });
}

/** The day after, which in no time zone is always 24 hours later. */
export function dayAfter(day: Day, days = 1): Day {
  const start = dayStart(day);
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + days));
}

function keyOf(): string {
  return `dates of ${operatorName() ?? ''}`;
}

/** The preset that this operator chose last goes for every list that is opened without dates. */
export function rememberPreset(preset: DatePreset | undefined): void {
  if (preset) localStorage.setItem(keyOf(), preset);
  else localStorage.removeItem(keyOf());
}

/** Yesterday to today, unless this operator has chosen something else by its name. */
export function rememberedRange(): DayRange {
  const preset = localStorage.getItem(keyOf());
  return preset && preset in datePresets ? presetRange(preset as DatePreset) : defaultRange();
}
