import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { player } from '@pitboss/contract/player';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isTaken } from './is-taken.ts';
import { makePicture } from './pictures.ts';
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

/** In a form or a query every value is text; some fields take some of these. */
const texts = {
  'empty text': '',
  'a space': ' ',
  'a number': '7',
  'a fraction': '0.5',
  'three decimals': '1.005',
  'a negative number': '-1',
  zero: '0',
  'an exponent': '1e3',
  'a hexadecimal number': '0x10',
  'not a number': 'NaN',
  infinity: 'Infinity',
  'a number with a comma': '1,5',
  'Arabic digits': '١٢',
  'more than a number holds': '9'.repeat(19),
  'a flag': 'true',
  'a flag in capitals': 'TRUE',
  yes: 'yes',
  null: 'null',
  'an object in words': '[object Object]',
  'a condition': '{"$gt":""}',
  'a list': '[7]',
  'a quote': "' or '1'='1",
  'a NUL byte': 'abc\u0000defgh',
  'a picture of a word': '🎲',
  'a script': 'javascript:alert(1)',
  'a long text': 'x'.repeat(9_000),
  'more than a field may hold': 'x'.repeat(50_000),
};

const forms = all.filter((endpoint) => endpoint.takes === 'multipart');
const queries = all.filter((endpoint) => endpoint.method === 'GET');

const schemaOf = ({ body }: Endpoint) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
const fieldsOf = (endpoint: Endpoint) => Object.keys(schemaOf(endpoint).properties ?? {});
const requiredOf = (endpoint: Endpoint) => schemaOf(endpoint).required ?? [];
/** Most queries take no field at all: there would be nothing to look at. */
const withFields = [...forms, ...queries].filter((endpoint) => fieldsOf(endpoint).length > 0);

/** What there was when the last sample had been made: every call after it must be refused. */
let before: string | undefined;

afterEach(async () => {
  if (before !== undefined) expect(await snapshot(app.db)).toBe(before);
  before = undefined;
});

/** Refused calls change nothing, so one sample serves for a whole test. */
async function sampleOf(endpoint: Endpoint): Promise<SampleRequest> {
  const sample = await sampleRequest(app, endpoint.name, { actor: root, target });
  before = await snapshot(app.db);
  return sample;
}

function send(endpoint: Endpoint, sample: SampleRequest, raw: unknown): Promise<Reply> {
  const { token } = isPlayers(endpoint) ? target : root;
  return app.call(endpoint, { token, ...sample, raw });
}

describe.each(withFields)('$name', (endpoint) => {
  test('follows the contract for any text in any field, and names the field', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of fieldsOf(endpoint)) {
      for (const [what, text] of Object.entries(texts)) {
        const raw = { ...sample.raw, [field]: text };
        if (isTaken(endpoint, raw)) continue;
        const reply = await send(endpoint, sample, raw);
        expect([field, what, reply.status]).toEqual([field, what, 400]);
        expect([field, what, Object.keys(reply.errors)]).toEqual([field, what, [field]]);
      }
    }
  });

  test('refuses a field that comes twice, whatever it says', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of fieldsOf(endpoint)) {
      const raw: Record<string, unknown> = { [field]: '1', ...sample.raw };
      const pairs = [...Object.entries(raw), [field, raw[field]]];
      const reply = await send(endpoint, sample, pairs);
      expect([field, reply.status, Object.keys(reply.errors)]).toEqual([field, 400, [field]]);
    }
  });
});

describe.each([...forms, ...queries])('$name', (endpoint) => {
  test('refuses fields that it does not know', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of ['surprise', 'isSuper', 'userid', '$where', 'amount[]', 'bankId[$gt]']) {
      const reply = await send(endpoint, sample, { ...sample.raw, [field]: '1' });
      expect([field, reply.status]).toEqual([field, 400]);
      expect(reply.errors).toEqual({ [field]: 'Unknown field.' });
    }
  });

  test('refuses what every object has by birth as the name of a field', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const reply = await send(endpoint, sample, [...Object.entries(sample.raw), [field, '1']]);
      expect([field, reply.status]).toEqual([field, 400]);
    }
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
  });
});

test.each(forms.filter((endpoint) => requiredOf(endpoint).length > 0))(
  '$name names a missing field and no other',
  async (endpoint) => {
    const sample = await sampleOf(endpoint);
    for (const field of requiredOf(endpoint)) {
      const { [field]: _, ...rest } = sample.raw;
      const reply = await send(endpoint, sample, rest);
      expect([field, reply.errors]).toEqual([field, { [field]: 'This field is required.' }]);
    }
  },
);

describe.each(forms)('$name', (endpoint) => {
  test('refuses text where a file belongs and a file where text belongs', async () => {
    const sample = await sampleOf(endpoint);
    for (const field of endpoint.files) {
      const reply = await send(endpoint, { ...sample, files: {} }, { ...sample.raw, [field]: 'x' });
      expect([field, reply.status, reply.errors[field]]).toEqual([field, 400, 'Unknown field.']);
    }
    const picture = await makePicture();
    for (const field of Object.keys(sample.raw)) {
      const { [field]: _, ...rest } = sample.raw;
      const files = { ...sample.files, [field]: picture };
      const reply = await send(endpoint, { ...sample, files }, rest);
      expect([field, reply.status, reply.errors[field]]).toEqual([field, 400, 'Unknown field.']);
    }
  });

  test('refuses more fields and more files than it could need', async () => {
    const sample = await sampleOf(endpoint);
    const many = Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x']);
    expect((await send(endpoint, sample, many)).status).toBeGreaterThanOrEqual(400);
    const picture = await makePicture();
    const files = Object.fromEntries(many.slice(0, 10).map(([name]) => [name, picture]));
    const reply = await send(endpoint, { ...sample, files }, sample.raw);
    expect([400, 413]).toContain(reply.status);
  });

  test('refuses a body that is no form, or says so wrongly', async () => {
    const sample = await sampleOf(endpoint);
    const { token } = isPlayers(endpoint) ? target : root;
    const url = `/api${endpoint.path.replace('{id}', sample.params.id ?? '')}`;
    const sent = [
      ['application/json', JSON.stringify(sample.raw), 415],
      ['application/x-www-form-urlencoded', 'a=b', 415],
      ['text/plain', 'x', 415],
      ['multipart/form-data', 'no boundary', 400],
      ['multipart/form-data; boundary=x', '--x\r\nrubbish', 400],
    ] as const;
    for (const [type, payload, status] of sent) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const response = await app.http.inject({ method: endpoint.method, url, headers, payload });
      expect([type, payload, response.statusCode]).toEqual([type, payload, status]);
    }
  });
});

test('a form cannot say in JSON what its text may not say', async () => {
  const sample = await sampleOf(player.requestDeposit);
  const receipt = sample.files.receipt ?? Buffer.alloc(0);
  for (const amount of ['1e1', '2.500000000000000001', '{"a":1}', '[1]', 'null', '2.5', '{']) {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/player/requests/deposit',
      headers: {
        authorization: `Bearer ${target.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      payload: Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="amount"\r\n`),
        Buffer.from(`content-type: application/json\r\n\r\n${amount}\r\n`),
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="bankId"\r\n\r\n`),
        Buffer.from(`${sample.raw.bankId}\r\n--x\r\n`),
        Buffer.from(`content-disposition: form-data; name="receipt"; filename="r.png"\r\n\r\n`),
        receipt,
        Buffer.from('\r\n--x--\r\n'),
      ]),
    });
    expect([amount, response.statusCode]).toEqual([amount, 400]);
  }
});
