import { all } from '@pitboss/contract/all';
import { LiveNow } from '@pitboss/contract/live';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encoded, readerOf } from './compiled.ts';

type Schema = z.ZodMiniType;

/** What a schema of one kind or another says of itself. */
interface Def {
  type: string;
  format?: string;
  shape: Record<string, Schema>;
  element: Schema;
  innerType: Schema;
  in: Schema;
  out: Schema;
  options: Schema[];
  entries: Record<string, string>;
  values: unknown[];
}

const moments = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});

const odd = fc.constantFrom<unknown>(undefined, null, '', 'x', -1, Number.NaN, -7n, [], {});

/** Values of a schema as code or the wire has them, where asked for with some that do not fit. */
function valuesOf(schema: Schema, side: 'in' | 'out', hasOdd = true): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  const inside = (name: 'element' | 'innerType' | 'in' | 'out') =>
    valuesOf(def[name], side, hasOdd);
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'object': {
        const shape = Object.entries(def.shape);
        const fields = shape.map(([name, field]) => [name, valuesOf(field, side, hasOdd)] as const);
        const asked = shape.filter(([, field]) => field._zod.optin === undefined);
        const requiredKeys = asked.map(([name]) => name);
        return fc.record(Object.fromEntries(fields), { requiredKeys });
      }
      case 'array':
        return fc.array(inside('element'), { maxLength: 3 });
      case 'optional':
        return fc.option(inside('innerType'), { nil: undefined });
      case 'nullable':
        return fc.option(inside('innerType'), { nil: null });
      case 'union':
        return fc.oneof(...def.options.map((option) => valuesOf(option, side, hasOdd)));
      case 'pipe':
        return inside(side);
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries));
      case 'literal':
        return fc.constantFrom(...def.values);
      case 'string':
        return fc.oneof(
          fc.string(),
          fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String),
          moments.map((at) => at.toISOString()),
        );
      case 'number':
        return def.format === 'safeint' ? fc.nat(9) : fc.nat(100_000).map((cents) => cents / 100);
      case 'bigint':
        return fc.bigInt({ min: 1n, max: 10n ** 16n });
      case 'date':
        return moments;
      case 'boolean':
        return fc.boolean();
      default:
        return fc.anything();
    }
  };
  if (!hasOdd) return fitting();
  return fc.oneof({ weight: 60, arbitrary: fitting() }, { weight: 1, arbitrary: odd });
}

/** What comes of it: the value, or that it was refused and for what. */
function outcome(make: () => unknown): unknown {
  try {
    return { made: make() };
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    return error.issues.map(({ path, message }) => ({ path, message }));
  }
}

const results = all.map(({ name, result }) => [name, result as Schema] as const);
const live = Object.entries(LiveNow.shape).map(([name, part]) => [`live ${name}`, part] as const);
const bodies = all.map(({ name, body }) => [name, body as Schema] as const);

test.each([...results, ...live])('%s is written as zod writes it', (_name, schema) => {
  fc.assert(
    fc.property(valuesOf(schema, 'out', false), (value) => {
      expect(encoded(schema, value)).toEqual(z.encode(schema, value));
    }),
  );
});

test.each([...results, ...live])('what does not fit %s is not written', (_name, schema) => {
  fc.assert(
    fc.property(valuesOf(schema, 'out'), (value) => {
      const made = outcome(() => encoded(schema, value));
      expect(made).toEqual(outcome(() => z.encode(schema, value)));
    }),
  );
});

test.each(bodies)('%s is read as zod reads it', (_name, schema) => {
  fc.assert(
    fc.property(valuesOf(schema, 'in'), (value) => {
      const read = outcome(() => z.decode(readerOf(schema), value));
      expect(read).toEqual(outcome(() => z.decode(schema, value)));
    }),
  );
});
