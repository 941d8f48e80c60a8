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

/** An empty body is an empty object, as the calls without a payload send it. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text, exactNumber);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('invalid', 'The request body is not valid JSON.');
  }
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
