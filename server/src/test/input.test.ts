import { all } from '@pitboss/contract/all';
import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import { makeSuper, makeUser, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isTaken } from './is-taken.ts';
import { lasting } from './lasting.ts';
import type { SampleRequest } from './sample.ts';
import { isPlayers, sampleRequest } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';

let app: TestApp;
let root: TestPerson;
let target: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  target = await makeUser(app, root, { balance: 5_000n });
});

afterAll(() => app.close());

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

/** Calls with a body of JSON; forms with files and queries have a suite of their own. */
const bodyCalls = all.filter(
  ({ method, takes }) => method !== 'GET' && method !== 'DELETE' && takes !== 'multipart',
);

interface Fields {
  properties?: Record<string, Fields>;
  required?: string[];
  /** What a list holds; the first of them stands for all. */
  items?: Fields;
}

/** The objects in a body by the paths that lead to them, the body itself first. */
function objectsOf(endpoint: Endpoint): [above: string, Fields][] {
  const walk = (fields: Fields, above: string): [string, Fields][] => {
    if (fields.items) return walk(fields.items, `${above}0.`);
    const inner = Object.entries(fields.properties ?? {}).filter(([name]) => !structured.has(name));
    const here: [string, Fields][] = fields.properties ? [[above, fields]] : [];
    return [...here, ...inner.flatMap(([name, one]) => walk(one, `${above}${name}.`))];
  };
  const body = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as Fields;
  return walk(body, '');
}

/** The fields of a body by their paths, those inside another field too. */
function fieldsOf(endpoint: Endpoint): string[] {
  return objectsOf(endpoint).flatMap(([above, { properties = {} }]) =>
    Object.keys(properties).map((name) => above + name),
  );
}

/** Fields that are objects or lists by their nature are taken apart in the tests of lists. */
const structured = new Set(['search', 'order', 'columns']);

function plainFieldsOf(endpoint: Endpoint): string[] {
  return fieldsOf(endpoint).filter((name) => !structured.has(name));
}

/** The body with one field, named by its path, replaced; undefined takes it out. */
function withField(raw: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const inner = (raw as Record<string, unknown>)[name];
  const next = rest.length ? withField(inner as object, rest.join('.'), value) : value;
  if (Array.isArray(raw)) return raw.map((item, index) => (String(index) === name ? next : item));
  return { ...raw, [name]: next };
}

/** What there was when the last sample had been made: every call after it must be refused. */
let before: string | undefined;

async function expectUnchanged(): Promise<void> {
  if (before !== undefined) expect(await snapshot(app.db)).toBe(before);
  before = undefined;
}

afterEach(expectUnchanged);

const samples = lasting((name: string) => sampleRequest(app, name, { actor: root, target }));

/** Refused calls change nothing, so one sample serves for all the tests of a call. */
async function sampleOf(endpoint: Endpoint): Promise<SampleRequest> {
  await expectUnchanged();
  const sample = await samples.get(endpoint.name);
  before = await snapshot(app.db);
  return sample;
}

async function send(
  endpoint: Endpoint,
  { params, headers }: SampleRequest,
  raw: unknown,
): Promise<Reply> {
  const caller = isPlayers(endpoint) ? target : root;
  const token = endpoint.name.endsWith('.logout')
    ? await openTestSession(app, caller.id)
    : caller.token;
  return app.call(endpoint, { token, params, raw, headers });
}

/** What a refused request looks like: 400, and the field that was wrong is named. */
function expectRefused(reply: Reply, field: string, what: string): void {
  expect([what, reply.status, reply.body.status]).toEqual([what, 400, 'error']);
  const elsewhere = Object.keys(reply.errors).filter((name) => !`${name}.`.startsWith(`${field}.`));
  expect([what, elsewhere]).toEqual([what, []]);
  expect([what, Object.values(reply.errors).length > 0]).toEqual([what, true]);
  expect(Object.values(reply.errors).every((message) => message !== '')).toBe(true);
}

/** Some calls take a body with nothing in it: there would be nothing to look at. */
const callsWithFields = bodyCalls.filter((endpoint) => plainFieldsOf(endpoint).length > 0);

describe.each(callsWithFields)('$name', (endpoint) => {
  test('refuses in each field what it cannot be, and names the field', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of plainFieldsOf(endpoint)) {
      for (const [what, value] of Object.entries(never)) {
        const raw = withField(sample.raw, field, value);
        // Some fields are lists of ids.
        if (Array.isArray(value) && isTaken(endpoint, raw)) continue;
        expectRefused(await send(endpoint, sample, raw), field, `${field}: ${what}`);
      }
    }
  });

  test('never fails on a value of another kind, and follows the contract', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of fieldsOf(endpoint)) {
      for (const [what, value] of Object.entries(sometimes)) {
        const raw = withField(sample.raw, field, value);
        if (isTaken(endpoint, raw)) continue;
        expectRefused(await send(endpoint, sample, raw), field, `${field}: ${what}`);
      }
    }
  });
});

describe.each(bodyCalls)('$name', (endpoint) => {
  test('refuses fields that it does not know', async () => {
    const sample = await sampleOf(endpoint);
    const strange = ['surprise', 'constructor', 'toString', 'isSuper', 'userid', '$where', ''];
    for (const [above] of objectsOf(endpoint)) {
      for (const name of strange) {
        const field = above + name;
        const reply = await send(endpoint, sample, withField(sample.raw, field, 1));
        expect([field, reply.status]).toEqual([field, 400]);
        expect(reply.errors).toEqual({ [field]: 'Unknown field.' });
      }
    }
  });

  test('refuses a prototype smuggled in as a field', async () => {
    const sample = await sampleOf(endpoint);
    for (const text of ['{"__proto__": {"isSuper": true}}', '{"__proto__": 1}']) {
      const reply = await send(endpoint, sample, text);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.errors)).toContain('__proto__');
    }
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
  });

  test('refuses a body that is no object', async () => {
    const sample = await sampleOf(endpoint);
    for (const text of ['[]', '[1,2]', '"text"', '7', 'true', '[{}]']) {
      const reply = await send(endpoint, sample, text);
      expect([text, reply.status, reply.body.status]).toEqual([text, 400, 'error']);
    }
  });

  test('refuses a body nested a thousand and a hundred thousand times', async () => {
    const sample = await sampleOf(endpoint);
    for (const depth of [1_000, 100_000]) {
      const text = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const reply = await send(endpoint, sample, text);
      expect([depth, reply.status]).toEqual([depth, 400]);
    }
  });
});

test('a missing field is named and the others are not', async () => {
  for (const endpoint of bodyCalls) {
    const sample = await sampleOf(endpoint);
    for (const [above, { required = [] }] of objectsOf(endpoint)) {
      for (const field of required.map((name) => above + name)) {
        const reply = await send(endpoint, sample, withField(sample.raw, field, undefined));
        expect([endpoint.name, reply.errors]).toEqual([
          endpoint.name,
          { [field]: 'This field is required.' },
        ]);
      }
    }
  }
});

test('an id in a path that is none is refused on its name', async () => {
  const wrong = [
    '0',
    '-1',
    '1.5',
    '1e3',
    'abc',
    '%00',
    '%F0%9F%8E%B2',
    "1'--",
    '9'.repeat(19),
    ' 1',
  ];
  for (const endpoint of all.filter(({ path }) => path.includes('{'))) {
    const { raw, files, headers } = await sampleOf(endpoint);
    const { userId: _, ...body } = raw;
    const { token } = isPlayers(endpoint) ? target : root;
    const [name = ''] = paramNames(endpoint.path);
    for (const id of wrong) {
      const params = { [name]: id.includes('%') ? id : encodeURIComponent(id) };
      const reply = await app.call(endpoint, { token, params, raw: body, files, headers });
      expect([endpoint.name, id, reply.status]).toEqual([endpoint.name, id, 400]);
      expect(Object.keys(reply.errors)).toEqual([name]);
    }
  }
});
