import type { Endpoint } from '@pitboss/contract/endpoint';
import fc from 'fast-check';
import * as z from 'zod/mini';

/** As much of a JSON schema as the contract uses. */
export interface FieldSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Field {
  path: string[];
  schema: FieldSchema;
}

/** Whether a call has a body of JSON; forms with files and queries are read otherwise. */
export function hasJsonFields({ method, takes }: Endpoint): boolean {
  return method !== 'GET' && method !== 'DELETE' && takes !== 'multipart';
}

/** Every field of a body by its path, those inside another field too; of a list its first item. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  const body = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  const walk = (schema: FieldSchema, path: string[]): Field[] => {
    const inner = schema.items
      ? walk(schema.items, [...path, '0'])
      : Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
          walk(one, [...path, name]),
        );
    return path.length > 0 ? [{ path, schema }, ...inner] : inner;
  };
  return walk(body as FieldSchema, []);
}

/** What has broken a parser or a database somewhere before. */
const notorious: unknown[] = [
  'abc\u0000def',
  '\u0000',
  'abc\ud800def',
  '\udc00',
  '\u202eabc',
  '\ufeff',
  'é\u0301',
  '',
  ' ',
  '0',
  '-1',
  '1.005',
  '1e3',
  '1e400',
  '0x10',
  ' 9 ',
  '١٢',
  '１２',
  '1,5',
  '+1',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '{"$gt":""}',
  '%00',
  "' or '1'='1",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '%_%\\',
  '\u0024{7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '\r\nx-a: b',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '2026-11-15',
  '2026-11-15T00:00:00+99:99',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '9'.repeat(18),
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(40),
  0,
  -0,
  -1,
  0.5,
  1.005,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  1e15,
  1e21,
  1e308,
  5e-324,
  1_000_000_000_000,
  1_000_000_000_000.01,
  999_999_999_999.99,
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [7],
  { value: 'x' },
  { $gt: '' },
  { length: 1e9 },
];

const amounts = fc.integer({ min: 1, max: 1_000_000 }).map((minor) => minor / 100);

/**
 * Any value at all: notorious ones, random ones, and ones too large. Made once: to list what text
 * can be made of takes longer than a hundred calls.
 */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...notorious) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: amounts },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((at) => at.toISOString()) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(101, 501, 2_001, 20_000).map((n) => 'x'.repeat(n)) },
  { weight: 1, arbitrary: fc.constantFrom(6, 51, 10_001).map((n) => Array(n).fill({ a: 1 })) },
);

/** A value of the right kind, at the bounds of the schema and just beyond them. */
export function nearValue(schema: FieldSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearValue));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const kinds = [schema.type ?? []].flat();
  const found = kinds.map((kind) => ofKind(kind, schema)).filter((one) => one !== undefined);
  return found.length > 0 ? fc.oneof(...found) : anyValue;
}

function ofKind(kind: string, schema: FieldSchema): fc.Arbitrary<unknown> | undefined {
  if (kind === 'number') return amounts;
  if (kind === 'boolean') return fc.boolean();
  if (kind === 'null') return fc.constant(null);
  if (kind === 'integer') {
    const { minimum = 0, maximum = 1_000 } = schema;
    const bounds = [minimum - 1, minimum, maximum, maximum + 1].filter(Number.isSafeInteger);
    return fc.oneof(fc.constantFrom(...bounds), fc.integer({ min: minimum, max: maximum }));
  }
  if (kind === 'string') {
    const { minLength = 0, maxLength = 64 } = schema;
    const lengths = [minLength, maxLength, maxLength + 1].filter((length) => length <= 3_000);
    const padded = fc.constantFrom(...lengths).map((length) => 'x'.repeat(length));
    return fc.oneof(padded, fc.string({ minLength, maxLength: Math.min(maxLength, 80) }));
  }
  if (kind === 'array' && schema.items) return fc.array(nearValue(schema.items), { maxLength: 6 });
  if (kind === 'object') {
    const parts = Object.entries(schema.properties ?? {});
    return fc.record(Object.fromEntries(parts.map(([name, one]) => [name, nearValue(one)])), {
      requiredKeys: [],
    });
  }
  return undefined;
}

/** The body with one field, named by its path, replaced; undefined takes it out. */
export function withField(raw: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const isList = Array.isArray(raw) || (raw === undefined && name === '0');
  const inner = (raw as Record<string, unknown> | undefined)?.[name];
  const next = rest.length > 0 ? withField(inner, rest, value) : value;
  if (isList) return [next, ...((raw as unknown[] | undefined) ?? []).slice(1)];
  const object = raw !== null && typeof raw === 'object' ? raw : {};
  return { ...object, [name]: next };
}
