import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { all } from './all.ts';
import { NewPassword, Username } from './users.ts';
import { blankable, Id, Instant, nameText, pageLengthMax, TableQuery, text } from './wire.ts';

function refuses(schema: z.ZodMiniType, value: unknown): boolean {
  return !z.safeDecode(schema, value).success;
}

test('an id makes the round trip as text, however large', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (id) => {
      const wire = z.encode(Id, id);
      expect(typeof wire).toBe('string');
      expect(z.decode(Id, wire)).toBe(id);
    }),
  );
});

test.each([
  0,
  7,
  '0',
  '-1',
  '01',
  '1.0',
  ' 1',
  '1 ',
  '1e3',
  '',
  'abc',
  null,
  true,
  ['1'],
  '9'.repeat(19),
  '١',
])('%j is not an id', (value) => {
  expect(refuses(Id, value)).toBe(true);
});

test('a moment needs its time zone', () => {
  expect(z.decode(Instant, '2026-01-02T03:04:05+05:30').toISOString()).toBe(
    '2026-01-01T21:34:05.000Z',
  );
  for (const wrong of ['2026-01-02', '2026-01-02T03:04:05', '2026-13-01T00:00:00Z', 'now', 5]) {
    expect([wrong, refuses(Instant, wrong)]).toEqual([wrong, true]);
  }
});

test('text with a NUL or half a surrogate pair is refused, other text is kept as it is', () => {
  const any = text(1_000);
  expect(refuses(any, 'a\u0000b')).toBe(true);
  expect(refuses(any, 'a\ud800b')).toBe(true);
  expect(refuses(any, '\udc00')).toBe(true);
  const codeUnits = fc.array(fc.oneof(fc.nat({ max: 0xd7ff }), fc.nat({ max: 0xffff })));
  fc.assert(
    fc.property(codeUnits, (units) => {
      const given = String.fromCharCode(...units);
      const isGood = given.isWellFormed() && !given.includes('\u0000');
      const read = z.safeDecode(any, given);
      return isGood ? read.data === given : !read.success;
    }),
  );
});

test('a field left out, empty or null is not given', () => {
  const field = z.strictObject({ note: blankable(text(5)) });
  for (const body of [{}, { note: '' }, { note: null }]) {
    expect(z.decode(field, body as object).note || undefined).toBeUndefined();
  }
  expect(z.decode(field, { note: 'hello' }).note).toBe('hello');
  expect(refuses(field, { note: 'too long' })).toBe(true);
});

test('usernames are 3 to 32 plain characters and nothing that only looks like them', () => {
  for (const good of ['abc', 'A.b-c_9', 'x'.repeat(32)])
    expect(refuses(Username, good)).toBe(false);
  const wrong = [
    'ab',
    'x'.repeat(33),
    'аdmin',
    'ａdmin',
    'ad min',
    'admin ',
    'ad\u200bmin',
    'a\nb',
  ];
  for (const one of wrong) expect([one, refuses(Username, one)]).toEqual([one, true]);
});

test('passwords have 8 to 128 characters of any kind that can be stored', () => {
  expect(refuses(NewPassword, '1234567')).toBe(true);
  expect(refuses(NewPassword, '12345678')).toBe(false);
  expect(refuses(NewPassword, 'пароль-日本-🔑')).toBe(false);
  expect(refuses(NewPassword, 'x'.repeat(128))).toBe(false);
  expect(refuses(NewPassword, 'x'.repeat(129))).toBe(true);
});

test('a list asked for nothing in particular gives its first ten rows', () => {
  expect(z.decode(TableQuery, {})).toEqual({ draw: 0, start: 0, length: 10 });
});

test('a page has 1 to 500 rows', () => {
  for (const length of [0, -1, 1.5, pageLengthMax + 1, '10', null]) {
    expect([length, refuses(TableQuery, { length })]).toEqual([length, true]);
  }
  expect(refuses(TableQuery, { length: pageLengthMax })).toBe(false);
});

test('what the stock table client sends is understood', () => {
  const column = {
    data: 'username',
    name: '',
    searchable: true,
    orderable: true,
    search: { value: '', regex: false, fixed: [] },
  };
  const sent = {
    draw: 3,
    columns: [column, { ...column, data: null }],
    order: [{ column: 1, dir: 'asc', name: '' }],
    start: 20,
    length: 10,
    search: { value: 'x', regex: false, fixed: [] },
  };
  expect(z.decode(TableQuery, sent as z.input<typeof TableQuery>)).toMatchObject({
    draw: 3,
    start: 20,
  });
});

test('a name is one line of characters that can be seen', () => {
  const name = nameText(20);
  for (const good of [
    'Ana',
    "O'Brien <b>",
    'Åsa Öberg',
    'علی',
    '山田 太郎',
    'José e\u0301',
    '=1+1',
    '{{7*7}}',
  ]) {
    expect([good, z.safeParse(name, good).success]).toEqual([good, true]);
  }
  for (const bad of ['', '   ']) expect([bad, refuses(name, bad)]).toEqual([bad, true]);
});

/** Every character that Unicode has, by its number. */
function charactersOf(property: RegExp): string[] {
  const known = Array.from({ length: 0x110000 }, (_, code) => code);
  const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;
  return known.flatMap((code) => {
    const one = isHalf(code) ? '' : String.fromCodePoint(code);
    return property.test(one) ? [one] : [];
  });
}

test('a name holds nothing that cannot be seen, wherever it stands', () => {
  const name = nameText(20);
  const ignorable = charactersOf(/\p{Default_Ignorable_Code_Point}/u);
  const blank = charactersOf(/[\p{White_Space}\p{Cc}\u2800\ufffc\u{13441}\u{1d159}]/u);
  expect(ignorable).toEqual(
    expect.arrayContaining(['\u00ad', '\u115f', '\u1160', '\u200d', '\u202e', '\u3164']),
  );
  expect(ignorable).toEqual(expect.arrayContaining(['\uffa0', '\u{e0041}', '\ufe0f']));
  for (const one of [...ignorable, ...blank].filter((each) => each !== ' ')) {
    for (const given of [one, `a${one}b`, `a${one}`, `${one}b`]) {
      expect([one, refuses(name, given)]).toEqual([one, true]);
    }
  }
});

test('every name of the contract follows this rule', () => {
  const named = all.flatMap(({ name: call, body }) => {
    const fields = 'shape' in body ? Object.entries(body.shape as object) : [];
    return fields
      .filter(([field]) => /name|eventId|IBAN|accountNumber/i.test(field))
      .map(([field, schema]) => ({ call, field, schema: schema as z.ZodMiniType }));
  });
  const taken = named.filter(({ schema }) => !refuses(schema, 'Anna\u3164'));
  // What somebody types at the door is only looked for.
  expect(taken.map(({ call, field }) => `${call} ${field}`)).toEqual([
    'auth.login username',
    'player.login username',
  ]);
  expect(named.length).toBeGreaterThan(12);
});
