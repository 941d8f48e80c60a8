import { dayOf, formatDay } from './dates.ts';

/** The day as the filters write it, the time of 24 hours to the millisecond, and the zone. */
export function exactTime(at: Date): string {
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two);
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${formatDay(dayOf(at))} ${hours}:${minutes}:${seconds}.${ms} ${zoneOf(at)}`;
}

function zoneOf(at: Date): string {
  // How far the zone lies behind UTC, in minutes.
  const behind = at.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(behind) / 60), Math.abs(behind) % 60];
  return `UTC${behind > 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
