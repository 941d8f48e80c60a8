import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { parseForm, parseJson } from './request-body.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

async function send(contentType: string | undefined, payload: string | Buffer, path = 'users/get') {
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: {
      authorization: `Bearer ${root.token}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    payload,
  });
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  const body = response.json();
  expect(body.status).toBe(response.statusCode < 400 ? 'success' : 'error');
  return {
    status: response.statusCode,
    message: body.message as string,
    ...(body.errors ? { errors: body.errors as Record<string, string> } : {}),
  };
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

test('a body beyond 256 kB is refused as too large, a large one within it is read', async () => {
  const large = JSON.stringify({ surprise: 'x'.repeat(300_000) });
  expect(await send(json, large)).toEqual({ status: 413, message: 'The request is too large.' });
  expect((await send(form, `search[value]=${'x'.repeat(300_000)}`)).status).toBe(413);
  expect((await send(json, JSON.stringify({ surprise: 'x'.repeat(200_000) }))).status).toBe(400);
});

test.each([
  'text/plain',
  'text/xml',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonp',
  'application/json-patch+json',
  'image/png',
])('a body of type %s is refused', async (contentType) => {
  const reply = await send(contentType, '{"length": 10}');
  expect(reply).toEqual({ status: 415, message: 'Send this request as application/json.' });
});

test('a form is refused where the call is no list', async () => {
  expect((await send(form, 'isMaintenance=true', 'users/getAgentbalance')).status).toBe(415);
  expect((await send(form, 'username=x&password=y', 'auth/login')).status).toBe(415);
});

test('JSON with a charset is read, and no body at all is an empty one', async () => {
  expect((await send('application/json; charset=utf-8', '{}')).status).toBe(200);
  expect((await send(json, '')).status).toBe(200);
  expect((await send(json, '  \n ')).status).toBe(200);
  expect((await send(undefined, '')).status).toBe(200);
});

test.each([
  '{',
  '{"a":}',
  "{'a': 1}",
  '{"a": 1,}',
  'undefined',
  'NaN',
  '{"a": 01}',
  '{"length": .5}',
])('broken JSON is refused: %s', async (text) => {
  const reply = await send(json, text);
  expect(reply).toEqual({ status: 400, message: 'The request body is not valid JSON.' });
});

test.each(['null', ' null ', '[]', '[{}]', '1', '"{}"', 'true', 'false'])(
  'a body that is no object is refused: %s',
  async (text) => {
    for (const path of ['users/get', 'users/getAgentbalance', 'auth/logout']) {
      const reply = await send(json, text, path);
      expect(reply).toMatchObject({ status: 400, errors: { body: 'Send an object.' } });
    }
  },
);

test('bytes that are no text are refused or read as replaced, and never break anything', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"search":{"value":"'),
    Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
    Buffer.from('"}}'),
  ]);
  expect([200, 400]).toContain((await send(json, bytes)).status);
});

test('a number is read only when it means exactly what is written', () => {
  for (const text of ['1', '0', '0.5', '-3', '1.10', '100.00', '123456789.99']) {
    expect(parseJson(text)).toBe(Number(text));
  }
  for (const text of ['1e3', '1E3', '-0', '1.00000000000000001', '9007199254740993', '1e999']) {
    expect(() => parseJson(`{"amount": ${text}}`)).toThrow(/plain number/);
  }
});

test('a number is looked at wherever it stands, and a text whatever stands in it is not', () => {
  const odd = fc.constantFrom('1e3', '-0', '-0.0', '1.00000000000000001', '9007199254740993');
  const plain = fc.constantFrom('1', '-3', '1.10', '100.00', '123456789012345', '0.07');
  const beside = fc.oneof(fc.string(), odd, plain, fc.constantFrom('"', '\\', '\\"', ': 1e3'));
  fc.assert(
    fc.property(fc.array(beside), odd, plain, (texts, wrong, right) => {
      const around = JSON.stringify(texts);
      expect(parseJson(`[${around},${right},${around}]`)).toEqual([texts, Number(right), texts]);
      expect(() => parseJson(`[${around},${wrong},${around}]`)).toThrow(/plain number/);
    }),
  );
});

test('a number of more than 20 characters is refused by its length, and its field is named', async () => {
  const refused = { amount: 'Enter a number of at most 20 characters.' };
  for (const digits of [`0.${'0'.repeat(240_000)}1`, '1'.repeat(21), `1.${'0'.repeat(20)}`]) {
    const text = `{"amount": ${digits}}`;
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ fields: refused }));
    expect(() => parseJson(digits)).toThrow(
      expect.objectContaining({ fields: { body: refused.amount } }),
    );
  }
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': json },
    payload: `{"username":"x","password":0.${'0'.repeat(240_000)}1}`,
  });
  expect([response.statusCode, response.json().errors]).toEqual([
    400,
    { password: refused.amount },
  ]);
  expect(() => parseForm(`draw=1&length=${'9'.repeat(240_000)}`)).toThrow(
    expect.objectContaining({ fields: { length: refused.amount } }),
  );
  expect(parseForm(`search[value]=${'9'.repeat(30)}`)).toEqual({
    search: { value: '9'.repeat(30) },
  });
});

test('any value that JSON can write is read back as it was', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false, maxDepth: 4 } as object), (text) => {
      const value: unknown = JSON.parse(text);
      const holdsOddNumber = /-0(?![.\d])|[eE][+-]?\d|[-.\d]{21}/.test(
        text.replace(/"(\\.|[^"\\])*"/g, '""'),
      );
      if (holdsOddNumber || text.trim() === '') return;
      expect(parseJson(text)).toEqual(value);
    }),
  );
});

test('a form is read into the shape of the JSON that says the same', () => {
  const text = [
    'draw=2&start=10&length=25',
    'search[value]=true&search[regex]=false',
    'order[0][column]=3&order[0][dir]=asc&order[0][name]=',
    'columns[0][data]=username&columns[0][searchable]=true&columns[0][search][value]=7',
    'userId=12',
  ].join('&');
  expect(parseForm(text)).toEqual({
    draw: 2,
    start: 10,
    length: 25,
    search: { value: 'true', regex: false },
    order: [{ column: 3, dir: 'asc', name: '' }],
    columns: [{ data: 'username', searchable: true, search: { value: '7' } }],
    userId: '12',
  });
});

test('no form reaches a prototype', () => {
  parseForm('__proto__[isSuper]=true&constructor[prototype][isSuper]=true&a[__proto__][isSuper]=1');
  expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
});

test('any form at all is answered without a fault', async () => {
  const pieces = fc.stringMatching(/^[a-z[\]=&%0-9_ ]{0,60}$/);
  await fc.assert(
    fc.asyncProperty(pieces, async (text) => {
      const { status } = await send(form, text);
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 150 },
  );
});
