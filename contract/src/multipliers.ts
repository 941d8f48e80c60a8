import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './wire.ts';

/** Multipliers in code are whole hundredths: 2.00× is 200. The largest there is: 1,000,000×. */
export const multiplierMaxHundredths = 100_000_000;

const wholeInDecimal = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

/** A number of few decimals as a whole number of its smallest step, or undefined. */
function wholeSteps(value: number | string, decimals: number): number | undefined {
  const match = wholeInDecimal.exec(String(value));
  const fraction = (match?.[2] ?? '').padEnd(decimals, '0');
  if (!match || fraction.length > decimals) return undefined;
  return Number(`${match[1]}${fraction}`);
}

function steps(decimals: number, minimum: number, maximum: number, message: string) {
  return z.codec(z.union([z.number(), z.string()], message), z.int(), {
    decode: (value, context) => {
      const whole = wholeSteps(value, decimals);
      if (whole !== undefined && whole >= minimum && whole <= maximum) return whole;
      context.issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    },
    encode: (whole) => whole / 10 ** decimals,
  });
}

/** A multiplier in an answer or a band. */
export const Multiplier = steps(
  2,
  100,
  multiplierMaxHundredths,
  'Enter a multiplier from 1 to 1,000,000 with at most two decimals.',
);

/** What a player may aim at or leave with: leaving at 1.00× would be no bet at all. */
export const CashoutMultiplier = steps(
  2,
  101,
  multiplierMaxHundredths,
  'Enter a multiplier from 1.01 to 1,000,000 with at most two decimals.',
);

/** A share in percent, whole millionths of the whole in code: 50 % is 500,000. */
export const Percent = steps(
  4,
  1,
  1_000_000,
  'Enter a percentage above 0 and up to 100 with at most four decimals.',
);

/** A band of the table that crash points are drawn from. */
export const Band = z.object({ _id: Id, min: Multiplier, max: Multiplier, probability: Percent });
export type Band = z.output<typeof Band>;

export const multipliers = {
  list: endpoint({
    name: 'multipliers.list',
    method: 'GET',
    path: '/multiplier/get',
    summary: 'The bands that the next round is drawn from; none means the built-in table.',
    allow: 'super',
    effect: 'read',
    result: z.array(Band),
  }),
  table: endpoint({
    name: 'multipliers.table',
    method: 'GET',
    path: '/multiplier/table',
    summary: 'The version of the table, and the most that a target may return to players.',
    allow: 'super',
    effect: 'read',
    result: z.object({
      version: Id,
      hash: z.string(),
      createdAt: Instant,
      rtpLimit: Percent,
    }),
  }),
  add: endpoint({
    name: 'multipliers.add',
    method: 'POST',
    path: '/multiplier/add',
    summary: 'Adds a band; the next round is drawn from the new table.',
    allow: 'super',
    effect: 'write',
    successStatus: 201,
    body: z.strictObject({ min: Multiplier, max: Multiplier, probability: Percent }),
    result: z.optional(Band),
  }),
  remove: endpoint({
    name: 'multipliers.remove',
    method: 'DELETE',
    path: '/multiplier/delete/{id}',
    summary: 'Takes a band out; the next round is drawn from the new table.',
    allow: 'super',
    effect: 'write',
  }),
};
