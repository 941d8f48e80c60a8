import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { makeSuper, makeUser, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isPlayers, sampleRequest, wantsDeleted } from './sample-requests.ts';
import { type TestApp, testApp } from './test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

const bodyCalls = all.filter(
  ({ method, takes, name }) => method !== 'GET' && takes !== 'multipart' && !wantsDeleted.has(name),
);

interface Kind {
  type?: string;
  enum?: unknown[];
  pattern?: string;
}

/** A body as a client sends it that has nothing but text, with every field that it knows of. */
function formOf({ body }: Endpoint, raw: Record<string, unknown>): Record<string, unknown> {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema;
  const left = Object.entries(properties as Record<string, Kind>).filter(
    ([name, { type, pattern, enum: words }]) =>
      !(name in raw) && !required.includes(name) && (type !== 'string' || pattern || words),
  );
  // What may be changed to nothing is left alone: an empty field would do just that.
  const isChange = required.length === 0 && 'isDemo' in properties;
  const empty = left.map(([name], index) => [name, index % 2 === 0 ? '' : null]);
  return {
    ...(isChange ? {} : Object.fromEntries(empty)),
    ...Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, asText(value)])),
  };
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

test.each(bodyCalls)('$name takes a form-style body', async (endpoint) => {
  const target = await makeUser(app, root, { balance: 50_000n });
  const sample = await sampleRequest(app, endpoint.name, { actor: root, target });
  // Some of the calls end the session that they are made with.
  const token = isPlayers(endpoint) ? target.token : await openTestSession(app, root.id);
  const reply = await app.call(endpoint, { token, ...sample, raw: formOf(endpoint, sample.raw) });
  const { status, errors } = reply;
  expect({ status, errors }).toEqual({ status: endpoint.successStatus, errors: {} });
});
