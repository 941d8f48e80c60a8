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

/**
 * A number that changes when it is read (1e3, 1.0000000000000001, -0) is refused: what an operator
 * sent and what we book must be the same digits.
 */
function exactNumber(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const written = context.source.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  if (String(value) === written && !Object.is(value, -0)) return value;
  throw fieldRefusal(key, 'Enter a plain number with at most two decimals.');
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
  return wholeNumberFields.has(key) && /^-?\d{1,15}$/.test(String(value)) ? Number(value) : value;
}
