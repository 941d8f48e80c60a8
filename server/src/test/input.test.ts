import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeAdmin, makeSuper, makeUser, openTestSession, type TestPerson } from './people.ts';
import { sampleRequest } from './sample-requests.ts';
import { snapshot } from './snapshot.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';

let app: TestApp;
let root: TestPerson;
let actor: TestPerson;
let target: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  actor = await makeAdmin(app, root, { balance: 100_000n });
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

const bodyCalls = all.filter(({ method }) => method !== 'GET' && method !== 'DELETE');

function fieldsOf(endpoint: Endpoint): string[] {
  const { properties } = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties ?? {});
}

/** Fields that are objects or lists by their nature are taken apart in the tests of lists. */
const structured = new Set(['search', 'order', 'columns']);

async function send(endpoint: Endpoint, change: object | string): Promise<Reply> {
  const { params, raw } = sampleRequest(endpoint.name, target, root);
  const token = endpoint.name === 'auth.logout' ? await openTestSession(app, root.id) : root.token;
  const body = typeof change === 'string' ? change : { ...raw, ...change };
  const before = await snapshot(app.db);
  const reply = await app.call(endpoint, { token, params, raw: body });
  if (reply.status >= 400) expect(await snapshot(app.db)).toBe(before);
  return reply;
}

/** What a refused request looks like: 400, and the field that was wrong is named. */
function expectRefused(reply: Reply, field: string, what: string): void {
  expect([what, reply.status, reply.body.status]).toEqual([what, 400, 'error']);
  const named = Object.keys(reply.errors).map((name) => name.split('.')[0]);
  expect([what, named]).toEqual([what, [field]]);
  expect(Object.values(reply.errors).every((message) => message !== '')).toBe(true);
}

describe.each(bodyCalls)('$name', (endpoint) => {
  test('refuses in each field what it cannot be, and names the field', async () => {
    for (const field of fieldsOf(endpoint).filter((one) => !structured.has(one))) {
      for (const [what, value] of Object.entries(never)) {
        expectRefused(await send(endpoint, { [field]: value }), field, `${field}: ${what}`);
      }
    }
  });

  test('never fails on a value of another kind, and follows the contract', async () => {
    const { raw } = sampleRequest(endpoint.name, target, root);
    for (const field of fieldsOf(endpoint)) {
      for (const [what, value] of Object.entries(sometimes)) {
        if (z.safeDecode(endpoint.body, { ...raw, [field]: value }).success) continue;
        expectRefused(await send(endpoint, { [field]: value }), field, `${field}: ${what}`);
      }
    }
  });

  test('refuses fields that it does not know', async () => {
    const strange = ['surprise', 'constructor', 'toString', 'isSuper', 'userid', '$where', ''];
    for (const field of strange) {
      const reply = await send(endpoint, { [field]: 1 });
      expect([field, reply.status]).toEqual([field, 400]);
      expect(reply.errors).toEqual({ [field]: 'Unknown field.' });
    }
  });

  test('refuses a prototype smuggled in as a field', async () => {
    for (const text of ['{"__proto__": {"isSuper": true}}', '{"__proto__": 1}']) {
      const reply = await send(endpoint, text);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.errors)).toContain('__proto__');
    }
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
  });

  test('refuses a body that is no object', async () => {
    for (const text of ['[]', '[1,2]', '"text"', '7', 'true', '[{}]']) {
      const reply = await send(endpoint, text);
      expect([text, reply.status, reply.body.status]).toEqual([text, 400, 'error']);
    }
  });

  test('refuses a body nested a thousand and a hundred thousand times', async () => {
    for (const depth of [1_000, 100_000]) {
      const reply = await send(endpoint, `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      expect([depth, reply.status]).toEqual([depth, 400]);
    }
  });
});

test('a missing field is named and the others are not', async () => {
  for (const endpoint of bodyCalls) {
    const required = z.toJSONSchema(endpoint.body, {
      io: 'input',
      unrepresentable: 'any',
    }).required;
    for (const field of required ?? []) {
      const { params, raw } = sampleRequest(endpoint.name, target, root);
      const { [field]: _, ...rest } = raw;
      const reply = await app.call(endpoint, { token: root.token, params, raw: rest });
      expect([endpoint.name, reply.errors]).toEqual([
        endpoint.name,
        { [field]: 'This field is required.' },
      ]);
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
  for (const endpoint of all.filter(({ path }) => path.includes('{id}'))) {
    const { raw } = sampleRequest(endpoint.name, target, root);
    const { userId: _, ...body } = raw;
    for (const id of wrong) {
      const params = { id: id.includes('%') ? id : encodeURIComponent(id) };
      const reply = await app.call(endpoint, { token: actor.token, params, raw: body });
      expect([endpoint.name, id, reply.status]).toEqual([endpoint.name, id, 400]);
      expect(Object.keys(reply.errors)).toEqual(['id']);
    }
  }
});
