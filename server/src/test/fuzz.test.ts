import { randomInt } from 'node:crypto';
import { support } from '@pitboss/contract/support';
import { users } from '@pitboss/contract/users';
import { makeSuper } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FuzzTarget, fuzz, fuzzOrder } from './fuzz.ts';
import type { FuzzReply } from './fuzz-judge.ts';
import { type TestApp, testApp } from './test-app.ts';

/** `FUZZ_SEED=123` plays a run again; `FUZZ_REQUESTS` sends more random ones. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(1_000_000_000));
const requests = Number(process.env.FUZZ_REQUESTS ?? 20);

let app: TestApp;
let target: FuzzTarget;
const sent = { requests: 0, refused: 0, findings: 0 };

beforeAll(async () => {
  app = await testApp();
  // More than all the calls together can move, so that no sample fails for want of money.
  const root = await makeSuper(app, 100_000_000_000n);
  let address = 0;
  target = {
    app,
    root,
    send: async ({ method, url, headers, payload }) => {
      address += 1;
      const from = `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
      const {
        statusCode,
        headers: answered,
        body,
      } = await app.http.inject({
        method: method as 'GET',
        url,
        headers: { ...headers, 'x-forwarded-for': from },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: statusCode, headers: answered, text: body };
    },
  };
});

afterAll(async () => {
  const line = { row: 'S7', seed, operations: fuzzOrder.length, ...sent };
  console.log(JSON.stringify({ ...line, holds: sent.findings === 0 }));
  await app.close();
});

test.each(fuzzOrder.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s takes whatever comes',
  async (_name, endpoint) => {
    const result = await fuzz(target, endpoint, { seed, requests });
    sent.requests += result.requests;
    sent.refused += result.refused;
    sent.findings += result.findings.length;
    expect(result.findings).toEqual([]);
    // Nothing that was smuggled in is a property of every object from then on.
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
  },
);

type Hole = (reply: FuzzReply, payload: string) => FuzzReply | Promise<FuzzReply>;

const said = (message: string) => JSON.stringify({ status: 'error', message });
const isNul = (payload: string) => payload.includes('\\u0000');

function renamed(reply: FuzzReply, what: RegExp, by: string): FuzzReply {
  return reply.status === 400 ? { ...reply, text: reply.text.replace(what, by) } : reply;
}

/** The same fuzzer, with one fault built into the answers. */
const holes: Record<string, [expected: RegExp, Hole]> = {
  'a failure on a NUL byte': [
    /answers 500/,
    (reply, payload) => (isNul(payload) ? { ...reply, status: 500, text: said('Sorry.') } : reply),
  ],
  'a refusal that quotes the database': [
    /lets out/,
    (reply, payload) =>
      isNul(payload)
        ? { ...reply, text: said('invalid byte sequence for encoding "UTF8": 0x00') }
        : reply,
  ],
  'a refusal that comes after the change': [
    /changes what it may not/,
    async (reply) => {
      if (reply.status === 400) {
        await sql`update users set name = name where username = 'root'`.execute(app.db);
      }
      return reply;
    },
  ],
  'a status that nobody wrote down': [
    /answers 418, which is not documented/,
    (reply) => (reply.status === 400 ? { ...reply, status: 418 } : reply),
  ],
  'an answer of another shape': [
    /outside of the envelope/,
    (reply) => (reply.status === 400 ? { ...reply, text: '{"error":"Bad Request"}' } : reply),
  ],
  'a field that takes what none may': [
    /answers 201 instead of 400/,
    (reply, payload) =>
      isNul(payload) && reply.status === 400
        ? { ...reply, status: 201, text: '{"status":"success","message":"OK"}' }
        : reply,
  ],
  'a refusal that names no field': [
    /names no field/,
    (reply) => (reply.status === 400 ? { ...reply, text: said('Not like this.') } : reply),
  ],
  'a refusal that names another field': [
    /names other instead of/,
    (reply) => renamed(reply, /"errors":\{"\w+":/, '"errors":{"other":'),
  ],
  'a stranger that is told of as of any field': [
    /does not say .*Unknown field/,
    (reply) => renamed(reply, /Unknown field\./g, 'Wrong.'),
  ],
  'a missing field that is told of as of any': [
    /does not say .*This field is required/,
    (reply) => renamed(reply, /This field is required\./g, 'Wrong.'),
  ],
  'a body that is no object and is not refused as such': [
    /answers 422 instead of 400/,
    (reply, payload) => (payload === '[]' ? { ...reply, status: 422 } : reply),
  ],
  'a prototype that nobody notices': [
    /takes no notice of a prototype/,
    (reply) => renamed(reply, /"__proto__":/, '"a":'),
  ],
  'a call that takes everything': [
    /accepts what the contract refuses/,
    (reply) => ({ ...reply, status: 201, text: '{"status":"success","message":"OK"}' }),
  ],
};

test.each(Object.entries(holes))('the fuzzer finds %s', async (_what, [expected, hole]) => {
  const send: FuzzTarget['send'] = async (request) =>
    hole(await target.send(request), String(request.payload ?? ''));
  const { findings } = await fuzz({ ...target, send }, support.add, { seed, requests: 60 });
  expect(findings.some((finding) => expected.test(finding))).toBe(true);
});

test('the fuzzer finds an id that is refused without its name', async () => {
  const send: FuzzTarget['send'] = async (request) =>
    renamed(await target.send(request), /"errors":\{"\w+":/, '"errors":{"other":');
  const { findings } = await fuzz({ ...target, send }, support.remove, { seed, requests: 1 });
  expect(findings.join()).toContain('does not name id');
});

test('the fuzzer finds a field too many in an answer', async () => {
  const send: FuzzTarget['send'] = async (request) => {
    const reply = await target.send(request);
    return { ...reply, text: reply.text.replace('"wallets"', '"hash":"x","wallets"') };
  };
  const { findings } = await fuzz({ ...target, send }, users.balance, { seed, requests: 40 });
  expect(findings.join()).toContain('answers more than its schema says');
});
