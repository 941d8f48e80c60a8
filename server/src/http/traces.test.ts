import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { transactions } from '@pitboss/contract/transactions';
import { bareEnvironment } from '@pitboss/testkit/bare-environment';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
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

test('a node that tells neither traces nor figures loads nothing of them', async () => {
  const platform = new URL('../platform.ts', import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const seen = [];
    const resolve = (name, context, next) => {
      seen.push(name);
      return next(name, context);
    };
    registerHooks({ resolve });
    await import('${platform}');
    console.log(JSON.stringify(seen));`;
  const args = ['--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: bareEnvironment });
  const seen: string[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]');
  expect(seen).toContain('fastify');
  expect(seen.filter((name) => /opentelemetry|prom-client/.test(name))).toEqual([]);
});
