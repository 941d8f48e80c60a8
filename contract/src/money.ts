import * as z from 'zod/mini';

/** Every amount in code is a whole number of minor units (cents, paise) held in a bigint. */
export type Minor = bigint;

export const currencies = ['USD', 'INR', 'PKR'] as const;
export const Currency = z.enum(currencies, { error: 'Currency must be USD, INR or PKR.' });
/** Beside a page in one currency: the others in which the words searched for find something. */
export const Elsewhere = z.optional(z.array(Currency));
export type Currency = z.output<typeof Currency>;

/** The largest amount that one request may name: 1,000,000,000,000.00. */
export const amountMaxMinor: Minor = 1_000_000_000_000n * 100n;

/** Sixteen digits hold the largest payout there can be; requests have bounds of their own. */
const decimalText = /^(0|[1-9]\d{0,15})(?:\.(\d{1,2}))?$/;

/** Reads plain decimal text of at most two decimals; anything else is undefined, never a guess. */
export function minorFromText(text: string): Minor | undefined {
  const match = decimalText.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

export function textFromMinor(minor: Minor): string {
  const absolute = minor < 0n ? -minor : minor;
  const cents = String(absolute % 100n).padStart(2, '0');
  return `${minor < 0n ? '-' : ''}${absolute / 100n}.${cents}`;
}

/** Below this every hundredth is a number of its own, whose decimal has at most two places. */
const exactHundredths = 1e15;

/** Exact for every amount a double can tell from its neighbours at two decimals. */
function numberFromMinor(minor: Minor): number {
  const hundredths = Number(minor);
  return Math.abs(hundredths) < exactHundredths ? hundredths / 100 : Number(textFromMinor(minor));
}

function minorFromNumber(value: number): Minor | undefined {
  const hundredths = Math.round(value * 100);
  if (Math.abs(hundredths) < exactHundredths) {
    return hundredths / 100 === value ? BigInt(hundredths) : undefined;
  }
  const text = String(Math.abs(value));
  const minor = minorFromText(text);
  if (minor === undefined) return undefined;
  return value < 0 ? -minor : minor;
}

interface AmountBounds {
  minimum: Minor;
  tooSmall: string;
  maximum?: Minor;
}

function amount(bounds: AmountBounds) {
  return z.codec(z.union([z.number(), z.string()]), z.bigint(), {
    decode: (value, context) => {
      const minor = typeof value === 'number' ? minorFromNumber(value) : minorFromText(value);
      const problem = amountProblem(minor, bounds);
      if (problem === undefined && minor !== undefined) return minor;
      context.issues.push({ code: 'custom', input: value, message: problem ?? '' });
      return z.NEVER;
    },
    encode: numberFromMinor,
  });
}

function amountProblem(minor: Minor | undefined, bounds: AmountBounds): string | undefined {
  if (minor === undefined) return 'Enter a plain number with at most two decimals.';
  if (minor < bounds.minimum) return bounds.tooSmall;
  const { maximum = amountMaxMinor } = bounds;
  if (minor > maximum) {
    return `The largest amount is ${(maximum / 100n).toLocaleString('en-US')}.`;
  }
  return undefined;
}

/** An amount in a request that may be nothing: an opening balance, a betting limit. */
export const Amount = amount({ minimum: 0n, tooSmall: 'Enter an amount that is not negative.' });

/** A deposit or withdrawal is at least 1. */
export const MoveAmount = amount({ minimum: 100n, tooSmall: 'Amount must be greater than 0.' });

/** A stake, small enough that no payout at the largest multiplier leaves 64 bits. */
export const StakeAmount = amount({
  minimum: 1n,
  tooSmall: 'Enter a stake above 0.',
  maximum: 100_000_000n * 100n,
});

/** An amount in an answer: a JSON number with at most two decimals. */
export const Money = z.codec(z.number(), z.bigint(), {
  decode: (value, context) => {
    const minor = minorFromNumber(value);
    if (minor !== undefined) return minor;
    context.issues.push({ code: 'custom', input: value, message: 'Not an amount of money.' });
    return z.NEVER;
  },
  encode: numberFromMinor,
});

/** Stakes and cash-outs travel as decimal objects: that is given (docs/panel.md). */
export const DecimalMoney = z.codec(z.strictObject({ $numberDecimal: z.string() }), z.bigint(), {
  decode: ({ $numberDecimal }, context) => {
    const negative = $numberDecimal.startsWith('-');
    const minor = minorFromText(negative ? $numberDecimal.slice(1) : $numberDecimal);
    if (minor !== undefined) return negative ? -minor : minor;
    context.issues.push({ code: 'custom', input: $numberDecimal, message: 'Not a decimal.' });
    return z.NEVER;
  },
  encode: (minor) => ({ $numberDecimal: textFromMinor(minor) }),
});
