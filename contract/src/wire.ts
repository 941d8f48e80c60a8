import * as z from 'zod/mini';

export type Schema = z.ZodMiniType;

/** Ids are database integers, written as strings on the wire. */
export const Id = z.codec(
  z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'An id is a whole number, written as text.')),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (id) => String(id) },
);

/** A moment: ISO 8601 with a time zone on the wire, a Date in code. */
export const Instant = z.codec(
  z.iso.datetime({ offset: true, error: 'Enter a time as ISO 8601 with its time zone.' }),
  z.date(),
  { decode: (text) => new Date(text), encode: (at) => at.toISOString() },
);

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text: both are refused at the door. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Free text of bounded length. */
export function text(lengthMax: number, lengthMin = 0) {
  return z
    .string('Enter text.')
    .check(
      z.minLength(lengthMin, lengthMin <= 1 ? 'This field is required.' : atLeast(lengthMin)),
      z.maxLength(lengthMax, `Enter at most ${lengthMax} characters.`),
      z.refine(isStorable, 'This text holds a character that cannot be stored.'),
    );
}

/**
 * What leaves no mark, or only that of a space: two names could differ in it alone. Controls, all
 * that Unicode lets a reader pass over, ends of lines, spaces other than the plain one, and signs
 * that are drawn as nothing though Unicode says nothing of it.
 */
const unseen =
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufff9-\ufffc]|(?! )\p{Zs}/u;
const blankLetters = /[\u{13430}-\u{13442}\u{16fe4}\u{1d159}]/u;

function isSeen(name: string): boolean {
  return !unseen.test(name) && !blankLetters.test(name);
}

/** What something or somebody is called: one line, of characters that can be seen. */
export function nameText(lengthMax: number) {
  return text(lengthMax, 1).check(
    z.refine(isSeen, 'This text holds a character that cannot be seen.'),
    z.refine((name) => name.trim() !== '', 'This field is required.'),
  );
}

function atLeast(lengthMin: number): string {
  return `Enter at least ${lengthMin} characters.`;
}

const linkForms = {
  web: /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i,
  tel: /^tel:\+?[\d().-]{3,30}$/i,
  mailto: /^mailto:[^\s@]+@[^\s@]+$/i,
  /** A telephone number as people type it. */
  phone: /^\+?(?:[ ()./-]{0,2}\d){5,15}$/,
};

/** A link of one of these kinds and nothing else: no script, no data, no relative path. */
export function link(...kinds: (keyof typeof linkForms)[]) {
  return text(2000, 1).check(
    z.refine(
      (value) => kinds.some((kind) => linkForms[kind].test(value)),
      'Valid URL is required.',
    ),
  );
}

/** A multipart or query field is text: a flag as `true` or `false`. */
export const FormFlag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'Must be true or false.'),
  z.boolean(),
  { decode: (value) => value === true || value === 'true', encode: (flag) => flag },
);

/** A whole number, as a number or as its digits. */
export function FormWhole(minimum: number, maximum: number, message: string) {
  return z.codec(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, message))], message),
    z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message)),
    { decode: Number, encode: (value) => value },
  );
}

/** A field that a form may leave out, leave empty, or send as null: all three mean "not given". */
export function blankable<S extends Schema>(schema: S) {
  return z.optional(
    z.union([
      schema,
      z.codec(z.union([z.literal(''), z.null()]), z.undefined(), {
        decode: () => undefined,
        encode: () => null,
      }),
    ]),
  );
}

export const NoBody = z.strictObject({});
/** A call that answers with its message alone; what a platform adds is passed over. */
export const NoData = z.optional(z.unknown());

const whole = (minimum: number, maximum: number, message: string) =>
  z.int(message).check(z.minimum(minimum, message), z.maximum(maximum, message));

/** The longest page a list gives. */
export const pageLengthMax = 500;

const column = z.looseObject({});

/** The parameters of a server-side DataTables request. */
const tableShape = {
  draw: z._default(whole(0, 2_147_483_647, 'Draw is a whole number.'), 0),
  start: z._default(whole(0, 1_000_000_000, 'Start is a whole number from 0.'), 0),
  length: z._default(
    whole(1, pageLengthMax, `Length is a whole number from 1 to ${pageLengthMax}.`),
    10,
  ),
  search: z.optional(
    z.strictObject({
      value: z._default(text(100), ''),
      regex: z.optional(z.boolean()),
      fixed: z.optional(z.array(z.unknown())),
    }),
  ),
  order: z.optional(
    z
      .array(
        z.strictObject({
          column: whole(0, 99, 'Order names a column by its number.'),
          dir: z.enum(['asc', 'desc'], { error: 'Order is asc or desc.' }),
          name: z.optional(text(100)),
        }),
      )
      .check(z.maxLength(5, 'Order by at most five columns.')),
  ),
  columns: z.optional(z.array(column).check(z.maxLength(50, 'Send at most 50 columns.'))),
};

/** A list request: the table parameters and the call's own filters. */
export function tableQuery<F extends Record<string, Schema>>(filters: F) {
  return z.strictObject({ ...tableShape, ...filters });
}

export const TableQuery = tableQuery({});
export type TableQuery = z.output<typeof TableQuery>;

/**
 * What our platform answers beyond what is given (docs/panel.md): it is always there, but whoever
 * reads it must go on without it, because another platform may answer with the given fields alone.
 */
export function beyondGiven<F extends Record<string, Schema>>(
  fields: F,
): { [Name in keyof F]: z.ZodMiniOptional<F[Name]> } {
  const optional = Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)]);
  return Object.fromEntries(optional);
}

/** One page of a list, as DataTables reads it. */
export function pageOf<R extends Schema>(row: R) {
  return z.object(pageShape(row));
}

/** The same with totals over everything filtered beside the page. */
export function pageWithTotals<R extends Schema, T extends Schema>(row: R, totals: T) {
  return z.object({ ...pageShape(row), ...beyondGiven({ totals }) });
}

/** The page inside its own `data`, with the totals beside it: how bets and reports travel. */
export function pageBesideTotals<R extends Schema, T extends Schema>(row: R, totals: T) {
  return z.object({ data: pageOf(row), totals });
}

function pageShape<R extends Schema>(row: R) {
  return {
    data: z.array(row),
    // Of some lists the rows alone are given.
    ...beyondGiven({ draw: z.int(), recordsTotal: z.int(), recordsFiltered: z.int() }),
  };
}

/** The range that many lists take; a missing side leaves that side open. */
export const dateRange = { startDate: z.optional(Instant), endDate: z.optional(Instant) };
