import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { programOf } from '@pitboss/testkit/program-of';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherNode, type TestApp, testApp } from '../test/test-app.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let collector: Server;
let url: string;
/** What the collector was sent, as it came. */
const received: string[] = [];

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root);
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});

afterAll(async () => {
  collector.close();
  await app.close();
});

function spansOf(texts: string[]): Span[] {
  return texts
    .flatMap((text) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

const told = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

const deposit = (node: TestApp, headers: Record<string, string>) =>
  node.call(transactions.deposit, {
    token: root.token,
    params: { id: admin.id },
    body: { userId: admin.id, amount: 471_193n, remarks: 'said to nobody' },
    headers,
  });

test('a deposit is one trace, from the request to the statement', async () => {
  const node = await otherNode(app, { traces: { url, percent: 100 } });
  const traceId = 'a'.repeat(32);
  const caller = 'b'.repeat(16);
  const reply = await deposit(node, { traceparent: `00-${traceId}-${caller}-01` });
  expect(reply.status).toBe(200);
  await node.close();
  const spans = spansOf(received).filter((span) => span.traceId === traceId);
  const call = spans.find((span) => span.parentSpanId === caller);
  expect(call?.name).toMatch(/^POST \/api\/.+/);
  expect(told(call, 'pitboss.request_id')).toBe(reply.headers['x-request-id']);
  expect(Number(told(call, 'http.response.status_code'))).toBe(200);
  const parts = spans.filter((span) => span.parentSpanId === call?.spanId);
  expect(parts).toHaveLength(spans.length - 1);
  expect(parts.map(({ name }) => name)).toEqual(['connection', 'SELECT']);
  const statement = parts.find(({ name }) => name === 'SELECT');
  expect(told(statement, 'db.query.text')).toMatch(/fund_client|move_money/);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
});

test('of values, tokens and words nothing is sent', () => {
  // Any figures may stand in a time of nanoseconds.
  const sent = received.join('\n').replaceAll(/"\w+UnixNano":"\d+"/g, '');
  expect(sent).toContain('db.query.text');
  for (const secret of ['471193', '4711.93', 'said to nobody', root.token, admin.username]) {
    expect(sent).not.toContain(secret);
  }
});

test('a collector that is away costs nobody an answer', async () => {
  const node = await otherNode(app, {
    traces: { url: 'http://127.0.0.1:9/v1/traces', percent: 100 },
  });
  expect((await deposit(node, {})).status).toBe(200);
  await node.close();
});

/** Everything that a program reads before it begins: itself, and what it imports from the start. */
async function readAtStart(file: string, known = new Set<string>()): Promise<string> {
  if (known.has(file)) return '';
  known.add(file);
  const text = await readFile(file, 'utf8');
  const imported = [...text.matchAll(/^import .*?"(\..+?)";$/gm)].map(([, path = '']) => path);
  const further = imported.map((path) => readAtStart(join(dirname(file), path), known));
  return [text, ...(await Promise.all(further))].join('');
}

test('a node that tells neither traces nor figures loads nothing of them', async () => {
  const loaded = await readAtStart(programOf('main'));
  const packages = [...loaded.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)];
  const names = new Set(packages.map(([, name = '']) => name));
  expect([...names]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'zod']));
  expect([...names].filter((name) => /opentelemetry|prom-client/.test(name))).toEqual([]);
});
