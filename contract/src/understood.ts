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

/**
 * A value in the form that its schema speaks of. A client that fills in forms has text for numbers
 * and flags, and an empty text or null for what is not given. This is the one place where all of
 * that is understood, for every call alike: a value that means nothing here is left as it is, for
 * the schema to refuse.
 */
export function understood(schema: Schema, value: unknown, from: From = 'client'): unknown {
  const { type, shape, innerType, element, in: wire, options } = defOf(schema);
  if (shape) return fields(shape, value, from);
  if (element) {
    return Array.isArray(value) ? value.map((item) => understood(element, item, from)) : value;
  }
  if (wire) return asText(wire, understood(wire, value, from));
  if (innerType) return given(schema, innerType, value, from);
  if (options) return chosen(options, value, from);
  if (type === 'number') return asNumber(value, from);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function fields(shape: Record<string, Schema>, value: unknown, from: From): unknown {
  const isDecimal = '$numberDecimal' in shape;
  if (isDecimal && (typeof value === 'number' || typeof value === 'string')) {
    return { $numberDecimal: String(value) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let isOther = false;
  const known: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const meant = schema ? understood(schema, item, from) : item;
    isOther ||= meant !== item || meant === undefined;
    if (meant !== undefined) known.push([name, meant]);
  }
  // Mostly all is in its form already; ten thousand bets are not copied for nothing.
  return isOther ? Object.fromEntries(known) : value;
}

/** What may be missing, or be nothing: an empty form field says so. */
function given(schema: Schema, inner: Schema, value: unknown, from: From): unknown {
  const isEmpty = value === null || (value === '' && !isText(inner));
  if (!isEmpty) return understood(inner, value, from);
  return canBeNull(schema) ? null : undefined;
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

function chosen(options: readonly Schema[], value: unknown, from: From): unknown {
  // An amount takes a number or its digits, and the digits are exact.
  if (typeof value === 'string' && options.some(isText)) return value;
  const [first] = options;
  return first ? understood(first, value, from) : value;
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
function asText(wire: Schema, value: unknown): unknown {
  const isId = defOf(wire).type === 'string' && Number.isSafeInteger(value);
  return isId ? String(value) : value;
}
