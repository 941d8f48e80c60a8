import * as z from 'zod/mini';

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

/** A number of few decimals that is a whole number of its smallest step in code. */
export function steps(decimals: number, minimum: number, maximum: number, message: string) {
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
