import type { Schema } from './wire.ts';

/** As much of a schema's own description as is needed here. */
interface Def {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  options?: readonly Schema[];
}

function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def;
}

/** A platform's answers may also have ids as numbers, and amounts as either kind of decimal. */
type From = 'client' | 'platform';

/** Reads values of one schema. */
type Reader = (value: unknown) => unknown;

const readers = { client: new WeakMap<Schema, Reader>(), platform: new WeakMap<Schema, Reader>() };

/**
 * A value in the form that its schema speaks of. A client that fills in forms has text for numbers
 * and flags, and an empty text or null for what is not given. This is the one place where all of
 * that is understood, for every call alike: a value that means nothing here is left as it is, for
 * the schema to refuse.
 */
export function understood(schema: Schema, value: unknown, from: From = 'client'): unknown {
  return readerOf(schema, from)(value);
}

/** A schema is looked into once, however many values there are of it. */
function readerOf(schema: Schema, from: From): Reader {
  const known = readers[from].get(schema);
  if (known) return known;
  const reader = makeReader(schema, from);
  readers[from].set(schema, reader);
  return reader;
}

function makeReader(schema: Schema, from: From): Reader {
  const { type, shape, innerType, element, in: wire, options } = defOf(schema);
  if (shape) return fields(shape, from);
  if (element) return items(readerOf(element, from));
  if (wire) return asText(wire, readerOf(wire, from));
  if (innerType) return given(schema, innerType, readerOf(innerType, from));
  if (options) return chosen(options, from);
  if (type === 'number') return (value) => asNumber(value, from);
  if (type === 'boolean') return asFlag;
  return asItIs;
}

const asItIs: Reader = (value) => value;

function asFlag(value: unknown): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function items(read: Reader): Reader {
  return (value) => (Array.isArray(value) ? value.map((item) => read(item)) : value);
}

function fields(shape: Record<string, Schema>, from: From): Reader {
  const isDecimal = '$numberDecimal' in shape;
  const known = new Map<string, Reader>();
  for (const [name, schema] of Object.entries(shape)) known.set(name, readerOf(schema, from));
  const meant = (name: string, item: unknown) => (known.get(name) ?? asItIs)(item);
  return (value) => {
    if (isDecimal && (typeof value === 'number' || typeof value === 'string')) {
      return { $numberDecimal: String(value) };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const sent = value as Record<string, unknown>;
    // Mostly all is in its form already; ten thousand bets are not copied for nothing.
    for (const name of Object.keys(sent)) {
      const item = sent[name];
      if (item === undefined || meant(name, item) !== item) return rewritten(sent, meant);
    }
    return value;
  };
}

/** What means nothing is left out. */
function rewritten(
  sent: Record<string, unknown>,
  meant: (name: string, item: unknown) => unknown,
): object {
  const all = Object.entries(sent).map(([name, item]) => [name, meant(name, item)] as const);
  return Object.fromEntries(all.filter(([, item]) => item !== undefined));
}

/** What may be missing, or be nothing: an empty form field says so. */
function given(schema: Schema, inner: Schema, read: Reader): Reader {
  const nothing = canBeNull(schema) ? null : undefined;
  const isEmptyText = isText(inner) ? () => false : (value: unknown) => value === '';
  return (value) => (value === null || isEmptyText(value) ? nothing : read(value));
}

function canBeNull(schema: Schema): boolean {
  const { type, innerType, options } = defOf(schema);
  if (type === 'nullable' || type === 'null') return true;
  return innerType ? canBeNull(innerType) : (options?.some(canBeNull) ?? false);
}

/** Whether an empty text is a value of it like any other; an id or a word of a list never is. */
function isText(schema: Schema): boolean {
  const { type, innerType, options } = defOf(schema);
  if (innerType) return isText(innerType);
  return type === 'string' || (options?.some(isText) ?? false);
}

function chosen(options: readonly Schema[], from: From): Reader {
  const [first] = options;
  const read = first ? readerOf(first, from) : asItIs;
  // An amount takes a number or its digits, and the digits are exact.
  const hasText = options.some(isText);
  return (value) => (hasText && typeof value === 'string' ? value : read(value));
}

function asNumber(value: unknown, from: From): unknown {
  const isObject = typeof value === 'object' && value !== null;
  if (from === 'platform' && isObject && '$numberDecimal' in value) {
    return asNumber(value.$numberDecimal, from);
  }
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,2})?$/.test(value);
  return isNumber ? Number(value) : value;
}

/** An id is written as text. */
function asText(wire: Schema, read: Reader): Reader {
  if (defOf(wire).type !== 'string') return read;
  return (value) => {
    const meant = read(value);
    return Number.isSafeInteger(meant) ? String(meant) : meant;
  };
}
