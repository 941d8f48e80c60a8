import { currencies } from '@pitboss/contract/money';
import * as z from 'zod/mini';
import { isDay } from './dates.ts';

export const pageLengths = [10, 25, 50, 100] as const;

const wholeText = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
const day = z.string().check(z.refine(isDay));
const moment = z.iso.datetime();
const word = z.string().check(z.regex(/^[a-z-]{1,20}$/i));
const idText = z.coerce.string().check(z.regex(/^[1-9]\d{0,17}$/));

export const reportGroups = [
  'round',
  'hour',
  'day',
  'week',
  'month',
  'client',
  'operator',
  'version',
] as const;
export type ReportGroup = (typeof reportGroups)[number];
export const periods = ['today', 'week', 'thirty', 'month'] as const;
export type Period = (typeof periods)[number];

function orAbsent<S extends z.ZodMiniType>(schema: S) {
  return z.catch(z.optional(schema), undefined);
}

/** Everything a view keeps in its address. Nonsense in a field counts as a missing field. */
const UrlState = z.object({
  page: orAbsent(wholeText),
  length: orAbsent(z.coerce.number().check(z.refine(isPageLength))),
  search: orAbsent(z.coerce.string().check(z.maxLength(100))),
  /** A column and a direction: `username.asc`. */
  order: orAbsent(z.string().check(z.regex(/^\w+\.(asc|desc)$/))),
  startDay: orAbsent(day),
  endDay: orAbsent(day),
  /** Moments, both of which belong to the range, where days are too coarse. */
  from: orAbsent(moment),
  to: orAbsent(moment),
  type: orAbsent(word),
  status: orAbsent(word),
  currency: orAbsent(z.enum(currencies)),
  role: orAbsent(z.string()),
  /** Whether demo accounts are shown alone, or the others. */
  demo: orAbsent(z.enum(['yes', 'no'])),
  /** Whether the list reads itself again every so often. */
  refresh: orAbsent(z.literal('on')),
  /** Everybody below instead of the own clients. */
  branch: orAbsent(z.literal('yes')),
  /** The ADMIN whose clients are shown. */
  admin: orAbsent(idText),
  /** What the rows of a report are. */
  group: orAbsent(z.enum(reportGroups)),
  /** What the dashboard looks back on. */
  period: orAbsent(z.enum(periods)),
  /** The client whose rows alone are shown. */
  userId: orAbsent(idText),
  /** The part of a client's page that is shown. */
  tab: orAbsent(word),
  /** The round that was searched for. */
  round: orAbsent(idText),
  /** The username of who acted, and what was acted on: what it is, and its name or number. */
  by: orAbsent(z.coerce.string().check(z.maxLength(100))),
  on: orAbsent(word),
  object: orAbsent(z.coerce.string().check(z.maxLength(100))),
});
export type UrlState = z.output<typeof UrlState>;

function isPageLength(length: number): boolean {
  return pageLengths.some((known) => known === length);
}

export function withoutAbsent(state: UrlState): UrlState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

/**
 * Values are plain text in the address, not the JSON that the router would write. What means
 * nothing is left out here already: the router writes the address anew from what it was told.
 */
export function parseSearch(text: string): UrlState {
  const given = Object.fromEntries(new URLSearchParams(text));
  const state: Record<string, unknown> = z.parse(UrlState, given);
  // In the order of the address, so that one which says nothing wrong stays as it is.
  return withoutAbsent(Object.fromEntries(Object.keys(given).map((name) => [name, state[name]])));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}
