import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  Amount,
  amountMaxMinor,
  DecimalMoney,
  Money,
  MoveAmount,
  minorFromText,
  textFromMinor,
} from './money.ts';

/** Amounts with a sign, as far as a double tells two decimals apart. */
const anyMinor = fc.bigInt({ min: -amountMaxMinor, max: amountMaxMinor });
const requestMinor = fc.bigInt({ min: 0n, max: amountMaxMinor });

function accepts(schema: typeof Amount, value: unknown): bigint | undefined {
  const result = z.safeDecode(schema, value as number);
  return result.success ? result.data : undefined;
}

test('each of the 999,901 amounts from 1.00 to 10,000.00 is read to the cent, as number and text', () => {
  let read = 0;
  for (let minor = 100; minor <= 1_000_000; minor++) {
    const whole = Math.floor(minor / 100);
    const text = `${whole}.${String(minor % 100).padStart(2, '0')}`;
    const expected = BigInt(minor);
    const isExact =
      accepts(MoveAmount, text) === expected && accepts(MoveAmount, minor / 100) === expected;
    if (!isExact) expect.fail(`${text} was not read as ${minor} cents`);
    read++;
  }
  expect(read).toBe(999_901);
});

test('each of those amounts comes back from an answer as the same cents', () => {
  const changed: string[] = [];
  for (let minor = 100n; minor <= 1_000_000n; minor++) {
    const wire = JSON.parse(JSON.stringify(z.encode(Money, minor)));
    if (z.decode(Money, wire) !== minor) changed.push(`${minor} cents became ${wire}`);
  }
  expect(changed).toEqual([]);
});

test.each([
  ['not a number', Number.NaN],
  ['an infinity', Number.POSITIVE_INFINITY],
  ['a negative infinity', Number.NEGATIVE_INFINITY],
  ['a negative number', -1],
  ['a small negative number', -0.01],
  ['three decimals', 1.001],
  ['three decimals that round', 1.005],
  ['a number in exponent form', 1e21],
  ['a tiny number in exponent form', 1e-7],
  ['a number beyond the largest amount', 1_000_000_000_000.01],
  ['a huge number', 1e308],
  ['empty text', ''],
  ['text of spaces', '  '],
  ['text with spaces around', ' 9 '],
  ['text with a line end', '9\n'],
  ['text with an exponent', '1e3'],
  ['text with a plus sign', '+5'],
  ['text with a minus sign', '-5'],
  ['minus zero as text', '-0'],
  ['text with leading zeros', '007'],
  ['text with two leading zeros and decimals', '00.50'],
  ['text without a whole part', '.5'],
  ['text without decimals after the point', '5.'],
  ['text with three decimals', '1.000'],
  ['text with a comma', '1,5'],
  ['text with thousands marks', '1,000'],
  ['text with two points', '1.2.3'],
  ['hexadecimal text', '0x10'],
  ['a numeric separator', '1_000'],
  ['Arabic digits', '٥'],
  ['full-width digits', '５'],
  ['the word NaN', 'NaN'],
  ['the word Infinity', 'Infinity'],
  ['text beyond the largest amount', '1000000000000.01'],
  ['text of many digits', '9'.repeat(40)],
  ['true', true],
  ['false', false],
  ['a list', [7]],
  ['an object', { value: 7 }],
  ['a decimal object', { $numberDecimal: '7' }],
  ['null', null],
  ['nothing', undefined],
  ['a bigint', 7n],
])('%s is not an amount', (_what, value) => {
  expect(accepts(Amount, value)).toBeUndefined();
  expect(accepts(MoveAmount, value)).toBeUndefined();
});

test('minus zero, as a number, moves nothing', () => {
  expect(accepts(MoveAmount, -0)).toBeUndefined();
});

test('a deposit or withdrawal is at least 1, and the message is the one of the form', () => {
  expect(accepts(MoveAmount, 0.99)).toBeUndefined();
  expect(accepts(MoveAmount, '0')).toBeUndefined();
  expect(accepts(MoveAmount, 1)).toBe(100n);
  const refused = z.safeDecode(MoveAmount, 0.99);
  expect(refused.error?.issues[0]?.message).toBe('Amount must be greater than 0.');
});

test('the largest amount is accepted and one cent more is not', () => {
  expect(accepts(Amount, 1_000_000_000_000)).toBe(amountMaxMinor);
  expect(accepts(Amount, '1000000000000.00')).toBe(amountMaxMinor);
  expect(accepts(Amount, '1000000000000.01')).toBeUndefined();
});

test('any amount up to the largest is read exactly from its text', () => {
  fc.assert(
    fc.property(requestMinor, (minor) => {
      expect(accepts(Amount, textFromMinor(minor))).toBe(minor);
      expect(minorFromText(textFromMinor(minor))).toBe(minor);
    }),
  );
});

test('any text that is not plain decimal is refused, and what is accepted is exact', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-+ e,xn'), maxLength: 18 });
  fc.assert(
    fc.property(digits, (text) => {
      const read = accepts(Amount, text);
      const isPlain = /^(0|[1-9][0-9]*)([.][0-9]{1,2})?$/.test(text);
      const [whole = '', cents = ''] = isPlain ? text.split('.') : [];
      const exact = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
      expect(read).toBe(isPlain && exact <= amountMaxMinor ? exact : undefined);
    }),
    { numRuns: 5_000 },
  );
});

test('any number is read as the decimal that it is written as', () => {
  const nearCents = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.constantFrom(1, 1 + 2 ** -52, 1 - 2 ** -53))
    .map(([minor, factor]) => (Number(minor) / 100) * factor);
  const any = fc.oneof(nearCents, fc.double(), fc.double({ min: -1e16, max: 1e16 }));
  fc.assert(
    fc.property(any, (value) => {
      const size = minorFromText(String(Math.abs(value)));
      const read = z.safeDecode(Money, value);
      expect(read.data).toBe(size !== undefined && value < 0 ? -size : size);
    }),
    { numRuns: 20_000 },
  );
});

test('money is written as the number that its decimal is read as', () => {
  const around = fc.oneof(
    anyMinor,
    fc.bigInt({ min: 10n ** 15n - 1000n, max: 10n ** 15n + 1000n }),
  );
  fc.assert(
    fc.property(around, (minor) => {
      expect(z.encode(Money, minor)).toBe(Number(textFromMinor(minor)));
    }),
    { numRuns: 5_000 },
  );
});

test('money in an answer makes the round trip through JSON', () => {
  fc.assert(
    fc.property(anyMinor, (minor) => {
      const wire: unknown = JSON.parse(JSON.stringify(z.encode(Money, minor)));
      expect(typeof wire).toBe('number');
      expect(z.decode(Money, wire as number)).toBe(minor);
    }),
  );
});

test('money as a decimal object makes the round trip and always shows two decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (minor) => {
      const wire = z.encode(DecimalMoney, minor);
      expect(wire.$numberDecimal).toMatch(/^-?\d+\.\d\d$/);
      expect(z.decode(DecimalMoney, wire)).toBe(minor);
    }),
  );
});

test('nothing is written as zero without a sign', () => {
  expect(z.encode(DecimalMoney, 0n)).toEqual({ $numberDecimal: '0.00' });
  expect(z.encode(Money, 0n)).toBe(0);
  expect(Object.is(z.encode(Money, 0n), -0)).toBe(false);
});
