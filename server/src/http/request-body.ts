import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';

/** The largest body of a call without files. */
export const bodyBytesMax = 256 * 1024;

/** JSON, read strictly, and the urlencoded form that a table sends. Nothing else is understood. */
export async function requestBody(http: FastifyInstance): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyBytesMax },
    async (_request: unknown, text: string) => parseJson(text),
  );
  await http.register(formbody, { bodyLimit: bodyBytesMax, parser: parseForm });
}

/**
 * An empty body is an empty object, as the calls without a payload send it. Where every number is
 * plain, as nearly always, nothing has to be looked at while it is read, which takes three times as
 * long: a batch of ten thousand bets has thirty thousand values.
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return hasPlainNumbers(text) ? JSON.parse(text) : JSON.parse(text, exactNumber);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('invalid', 'The request body is not valid JSON.');
  }
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;

/**
 * Whether every number outside of texts has at most fifteen digits, at most two of them after the
 * dot, no exponent and no minus before a zero: then it is read as it was written. What is not JSON
 * may be taken for anything here, for it is refused when it is read.
 */
function hasPlainNumbers(text: string): boolean {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === quote) {
      place = endOfText(text, place);
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = endOfPlainNumber(text, place);
      if (end < 0) return false;
      place = end - 1;
    }
  }
  return true;
}

/** Where the quote is that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === quote) return place;
    if (code === backslash) place++;
  }
  return text.length;
}

/** Where a number ends that begins here; -1 where it is not a plain one. */
function endOfPlainNumber(text: string, start: number): number {
  const isMinus = text.charCodeAt(start) === minus;
  const whole = endOfDigits(text, isMinus ? start + 1 : start);
  const isZero = isMinus && text.charCodeAt(start + 1) === zero;
  const hasPart = text.charCodeAt(whole) === dot;
  const end = hasPart ? endOfDigits(text, whole + 1) : whole;
  const hasExponent = text[end] === 'e' || text[end] === 'E';
  const isPlain = !isZero && !hasExponent && end - start <= 15 && end - whole <= 3;
  return isPlain ? Math.max(end, start + 1) : -1;
}

function endOfDigits(text: string, start: number): number {
  let place = start;
  while (text.charCodeAt(place) >= zero && text.charCodeAt(place) <= nine) place++;
  return place;
}

/** No amount, id or count has more digits; a longer number is refused unread. */
const numberLengthMax = 20;

/**
 * A number that changes when it is read (1e3, 1.0000000000000001, -0) is refused: what an operator
 * sent and what we book must be the same digits.
 */
function exactNumber(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  assertShort(key, context.source);
  if (String(value) === withoutEndingZeros(context.source) && !Object.is(value, -0)) return value;
  throw fieldRefusal(key || 'body', 'Enter a plain number with at most two decimals.');
}

function assertShort(key: string, digits: string): void {
  if (digits.length <= numberLengthMax) return;
  throw fieldRefusal(key || 'body', `Enter a number of at most ${numberLengthMax} characters.`);
}

/** 1.50 is the 1.5 that it is read as, and 2.00 is 2. */
function withoutEndingZeros(digits: string): string {
  if (!digits.includes('.')) return digits;
  let length = digits.length;
  while (digits[length - 1] === '0') length--;
  return digits.slice(0, digits[length - 1] === '.' ? length - 1 : length);
}

const wholeNumberFields = new Set(['draw', 'start', 'length', 'column']);

/** The stock table client sends `order[0][column]=2&search[value]=x`; every value is text. */
export function parseForm(text: string): Record<string, unknown> {
  const parsed = qs.parse(text, { depth: 4, parameterLimit: 1_000, arrayLimit: 100 });
  return typed(parsed) as Record<string, unknown>;
}

function typed(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => typed(item, key));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, typed(item, name)]),
    );
  }
  if (value === 'true' || value === 'false') return key === 'value' ? value : value === 'true';
  if (!wholeNumberFields.has(key)) return value;
  assertShort(key, String(value));
  return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : value;
}
