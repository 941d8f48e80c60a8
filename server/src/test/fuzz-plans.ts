import type { Endpoint } from '@pitboss/contract/endpoint';
import fc from 'fast-check';
import { anyValue, fieldsOf, hasJsonFields, nearValue, withField } from './fuzz-values.ts';

export type Judge = (errors: Record<string, string>) => string[];

/** What is done to a sample request: the same plan fits every sample of its call. */
export interface Plan {
  kind: string;
  /** The fields, changed. */
  change?: (raw: Record<string, unknown>) => unknown;
  /** The whole body, instead of fields. */
  text?: string;
  contentType?: string;
  param?: string;
  query?: string;
  headers?: Record<string, string | undefined>;
  /** A form of a table instead of JSON. */
  asForm?: boolean;
  file?: Buffer;
  fileName?: string;
  /** It is to be refused with 400: what is wrong with the errors by field that this came with. */
  isWrong?: Judge;
  /** Some fields take it: where the contract does, that is for the tests of the call. */
  mayBeTaken?: boolean;
}

/** More than any call takes. */
export const hugeBytes = 5 * 1024 * 1024;

const births = ['__proto__', 'constructor', 'toString', 'isSuper', 'role', 'balance', '$where', ''];
const types = ['text/plain', 'application/xml', 'text/html', 'image/png', 'x', 'application/json;'];
const ids = ['0', '-1', '1.5', 'abc', '%00', '%ff', "1'--", '9'.repeat(18), '9'.repeat(19), '%2e'];
const strangeHeaders = {
  authorization: ['Bearer x', 'Bearer', 'Basic eDp4', `Bearer ${'a'.repeat(5_000)}`, ''],
  'idempotency-key': ['', ' ', 'k'.repeat(256), 'k'.repeat(5_000), 'é', '{}'],
  'x-service-key': ['', 'pbk_x', `pbk_${'x'.repeat(43)}`, 'x'.repeat(5_000)],
  'x-background': ['true', 'x'],
  'content-encoding': ['gzip', 'br', 'x'],
  cookie: ['a=b', '=', ';;;', `a=${'x'.repeat(5_000)}`],
  accept: ['', 'text/html', '*/*;q=x'],
};

export const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** What every call must have been sent, whatever the seed, beside the walk through its fields. */
export function surePlans(endpoint: Endpoint): Plan[] {
  // Text that is cut in the middle of a pair is no text any more.
  const pairs = { 'pairs at the end': 'abcd🎲🎲x' };
  const bad = { NUL: 'abc\u0000defgh', 'half a pair': 'abc\ud800defgh', ...pairs };
  const inFields = fieldsOf(endpoint).flatMap(({ path }) =>
    Object.entries(hasJsonFields(endpoint) ? pairs : bad).map(([kind, value]) => ({
      kind,
      change: (raw: object) => withField(raw, path, value),
    })),
  );
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return inFields;
  return [
    ...inFields,
    { kind: 'huge body', text: `{"a":"${'x'.repeat(hugeBytes)}"}` },
    { kind: 'deep body', text: nested(1_000) },
    { kind: 'content type', contentType: 'text/plain' },
    { kind: 'prototype', text: '{"__proto__":{"isSuper":true}}' },
    { kind: 'twice' },
  ];
}

const whole = fc.oneof(
  fc.constantFrom('[]', '7', '"x"', 'null', '{', '{"a":}', '\u0000', '{"__proto__":{"a":1}}'),
  fc.constantFrom(nested(20_000), '[{}]', '{"constructor":{"prototype":{}}}'),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);

const anyQuery = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((text) => ({ kind: 'query', query: encodeURI(text.toWellFormed()) }));

/** All that may be done to the requests of one call, each as often as it is worth. */
export function plansOf(endpoint: Endpoint): fc.Arbitrary<Plan> {
  const takesBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  const isForm = endpoint.takes === 'form';
  const form = isForm ? fc.boolean() : fc.constant(false);
  const fields = fieldsOf(endpoint);
  const choices: { weight: number; arbitrary: fc.Arbitrary<Plan> }[] = [
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...births), anyValue, form)
        .map(([name, value, asForm]) => ({
          kind: 'extra',
          asForm,
          change: (raw) => ({ ...raw, ...own(name, value) }),
        })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...Object.entries(strangeHeaders))
        .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value]))
        .map(([name = '', value]) => ({ kind: 'header', headers: { [name]: value } })),
    },
    { weight: 1, arbitrary: anyQuery },
    { weight: 1, arbitrary: fc.constant({ kind: 'as it is' }) },
  ];
  if (fields.length > 0) {
    const one = fc.constantFrom(...fields);
    choices.push(
      {
        weight: 8,
        arbitrary: fc.tuple(one, anyValue, form).map(([{ path }, value, asForm]) => ({
          kind: 'wrong value',
          asForm,
          change: (raw) => withField(raw, path, value),
        })),
      },
      {
        weight: 6,
        arbitrary: one
          .chain(({ path, schema }) => fc.tuple(fc.constant(path), nearValue(schema), form))
          .map(([path, value, asForm]) => ({
            kind: 'boundary',
            asForm,
            change: (raw) => withField(raw, path, value),
          })),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(one, form).map(([{ path }, asForm]) => ({
          kind: 'missing',
          asForm,
          change: (raw) => withField(raw, path, undefined),
        })),
      },
    );
  }
  if (takesBody) {
    const type = fc.constantFrom(...types);
    choices.push(
      { weight: 2, arbitrary: whole.map((text) => ({ kind: 'whole body', text })) },
      { weight: 1, arbitrary: type.map((contentType) => ({ kind: 'content type', contentType })) },
    );
    choices.push({ weight: 1, arbitrary: fc.constant({ kind: 'twice' }) });
  }
  if (endpoint.files.length > 0) {
    const file = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
    const name = fc.constantFrom('a.png', '../../x.png', 'a\u0000.png', 'x'.repeat(300), '".png');
    choices.push({
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('file'), file, fileName: name }),
    });
  }
  if (endpoint.path.includes('{')) {
    const param = fc.oneof(fc.constantFrom(...ids), fc.bigInt({ min: 1n, max: 10n ** 12n }));
    choices.push({ weight: 3, arbitrary: param.map((id) => ({ kind: 'id', param: String(id) })) });
  }
  return fc.oneof(...choices);
}

/** A field of its own of that name, also where every object has one by birth. */
function own(name: string, value: unknown): object {
  return Object.defineProperty({}, name, { value, enumerable: true, configurable: true });
}
