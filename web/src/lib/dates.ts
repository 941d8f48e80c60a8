/** A calendar day of the operator's own time zone, written YYYY-MM-DD. */
export type Day = string;

export interface DayRange {
  startDay: Day;
  endDay: Day;
}

/** The years a date picker reaches: docs/panel.md, Dates. */
export const yearMin = 1000;
export const yearMax = 9999;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

export function dayOf(date: Date): Day {
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Whether the text names a day that exists and a picker could have chosen. */
export function isDay(text: string): boolean {
  return (
    dayPattern.test(text) && Number(text.slice(0, 4)) >= yearMin && dayOf(dayStart(text)) === text
  );
}

export function dayStart(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** The end of a range is 23:59 of its day, to the last millisecond. */
export function dayEnd(day: Day): Date {
  const end = dayStart(day);
  end.setHours(23, 59, 59, 999);
  return end;
}

/** From yesterday to today. */
export function defaultRange(now = new Date()): DayRange {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return { startDay: dayOf(yesterday), endDay: dayOf(now) };
}

/** A range of days as the moments that list calls take. */
export function momentsOf({ startDay, endDay }: DayRange): { startDate: Date; endDate: Date } {
  return { startDate: dayStart(startDay), endDate: dayEnd(endDay) };
}

/** dd-mm-yyyy. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-');
  return `${date}-${month}-${year}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
