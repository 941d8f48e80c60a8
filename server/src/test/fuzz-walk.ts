import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import * as z from 'zod/mini';
import type { FuzzReply } from './fuzz-judge.ts';
import { type Judge, nested, type Plan } from './fuzz-plans.ts';
import { type FieldSchema, hasJsonFields, withField } from './fuzz-values.ts';

/** Values that no field takes as text, number or flag: text that cannot be stored among them. */
const never = {
  'a NUL byte': 'abc\u0000defgh',
  'half a surrogate pair': 'abc\ud800defgh',
  'a list': [7],
  'a list in a list': [['x']],
  'an object': { value: 'x' },
  'an object that looks like a condition': { $gt: '' },
};

/** Values that some fields take: the contract says which. */
const sometimes = {
  true: true,
  'a number': 7,
  'a fraction': 0.5,
  'a negative number': -1,
  null: null,
  'empty text': '',
  'text of a number': '7',
  'a long text': 'x'.repeat(10_000),
  'a hexadecimal number': '0x10',
  'a quote': "' or '1'='1",
};

const strangers = ['surprise', 'constructor', 'toString', 'isSuper', 'userid', '$where', ''];
const noObjects = ['[]', '[1,2]', '"text"', '7', 'true', '[{}]'];
const prototypes = ['{"__proto__": {"isSuper": true}}', '{"__proto__": 1}'];
const noIds = ['0', '-1', '1.5', '1e3', 'abc', '%00', '%F0%9F%8E%B2', "1'--", '9'.repeat(19), ' 1'];

/** Fields that are objects or lists by their nature are taken apart in the tests of lists. */
const structured = new Set(['search', 'order', 'columns']);

/** What no call may take, whatever the seed: each is refused on the field that it is about. */
export function walkOf(endpoint: Endpoint): Plan[] {
  const [param] = paramNames(endpoint.path);
  const ids = param ? noIds.map((id) => badId(param, id)) : [];
  return hasJsonFields(endpoint) ? [...ids, ...inBody(endpoint)] : ids;
}

function inBody(endpoint: Endpoint): Plan[] {
  const objects = objectsOf(endpoint);
  const fields = objects.flatMap(({ above, schema }) =>
    Object.keys(schema.properties ?? {}).map((name) => [...above, name]),
  );
  const plain = fields.filter((path) => !structured.has(path.at(-1) ?? ''));
  return [
    ...plain.flatMap((path) => valuesIn(path, never, (value) => Array.isArray(value))),
    ...fields.flatMap((path) => valuesIn(path, sometimes, () => true)),
    ...objects.flatMap(({ above }) => strangers.map((name) => stranger([...above, name]))),
    ...objects.flatMap(({ above, schema }) =>
      (schema.required ?? []).map((name) => missing([...above, name])),
    ),
    ...noObjects.map((text) => ({ kind: 'no object', text, isWrong: () => [] })),
    ...[1_000, 100_000].map((depth) => ({
      kind: `${depth} deep`,
      text: nested(depth),
      isWrong: () => [],
    })),
    ...prototypes.map((text) => ({ kind: 'prototype', text, isWrong: namesPrototype })),
  ];
}

interface Part {
  above: string[];
  schema: FieldSchema & { required?: string[] };
}

/** The objects in a body by the paths that lead to them, the body itself first. */
function objectsOf(endpoint: Endpoint): Part[] {
  const walk = (schema: FieldSchema, above: string[]): Part[] => {
    if (schema.items) return walk(schema.items, [...above, '0']);
    const inner = Object.entries(schema.properties ?? {}).filter(([name]) => !structured.has(name));
    const here = schema.properties ? [{ above, schema }] : [];
    return [...here, ...inner.flatMap(([name, one]) => walk(one, [...above, name]))];
  };
  const body = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return walk(body as FieldSchema, []);
}

/** Some fields are lists of ids, and take a list. */
function valuesIn(
  path: string[],
  values: Record<string, unknown>,
  mayBeTaken: (value: unknown) => boolean,
): Plan[] {
  const field = path.join('.');
  return Object.entries(values).map(([what, value]) => ({
    kind: `${field}: ${what}`,
    mayBeTaken: mayBeTaken(value),
    change: (raw) => withField(raw, path, value),
    isWrong: (errors) => {
      const named = Object.keys(errors);
      if (named.length === 0) return ['names no field'];
      const others = named.filter((name) => !`${name}.`.startsWith(`${field}.`));
      return others.length > 0 ? [`names ${others} instead of ${field}`] : [];
    },
  }));
}

function stranger(path: string[]): Plan {
  const change = (raw: object) => withField(raw, path, 1);
  return { kind: 'stranger', change, isWrong: says(path.join('.'), 'Unknown field.') };
}

function missing(path: string[]): Plan {
  const change = (raw: object) => withField(raw, path, undefined);
  return { kind: 'missing', change, isWrong: says(path.join('.'), 'This field is required.') };
}

function badId(name: string, id: string): Plan {
  return {
    kind: 'bad id',
    param: id.includes('%') ? id : encodeURIComponent(id),
    // It would say the same as the path.
    change: ({ userId: _, ...raw }) => raw,
    isWrong: (errors) => (Object.keys(errors).join() === name ? [] : [`does not name ${name}`]),
  };
}

const namesPrototype = (errors: object) =>
  Object.hasOwn(errors, '__proto__') ? [] : ['takes no notice of a prototype'];

function says(field: string, words: string): Judge {
  const wanted = JSON.stringify({ [field]: words });
  return (errors) => (JSON.stringify(errors) === wanted ? [] : [`does not say ${wanted}`]);
}

/** What is wrong with the refusal of a step of the walk. */
export function faultsOfStep({ isWrong }: Plan, { status, text }: FuzzReply): string[] {
  if (!isWrong) return [];
  if (status !== 400) return [`answers ${status} instead of 400`];
  return isWrong((JSON.parse(text) as { errors?: Record<string, string> }).errors ?? {});
}
