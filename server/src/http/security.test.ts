import { connect } from 'node:net';
import { all } from '@pitboss/contract/all';
import { makeSuper, makeUser, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlayers, sampleRequest } from '../test/sample-requests.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { contentSecurityPolicy, security } from './security.ts';
import { trustProxies } from './trust-proxy.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

type Headers = Record<string, string | string[] | number | undefined>;

function expectSafe(headers: Headers, what: string): void {
  const expected = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurityPolicy(),
  };
  for (const [name, value] of Object.entries(expected)) {
    expect([what, name, headers[name]]).toEqual([what, name, value]);
  }
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) {
    expect([what, name, headers[name]]).toEqual([what, name, undefined]);
  }
}

test('the policy lets script and style come from our own files only', () => {
  const policy = contentSecurityPolicy();
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(contentSecurityPolicy('abc')).toContain("style-src 'self' 'nonce-abc'");
});

test('every answer of every call carries the strict headers, refused or not', async () => {
  const origin = 'https://elsewhere.example';
  for (const endpoint of all) {
    const target = await makeUser(app, root, { balance: 1_000n });
    const request = await sampleRequest(app, endpoint.name, { actor: root, target });
    const signedIn = { token: isPlayers(endpoint) ? target.token : root.token, ...request };
    for (const sent of [{ ...request, headers: {} }, signedIn]) {
      const headers = { ...sent.headers, origin };
      const reply = await app.call(endpoint, { ...sent, headers });
      expectSafe(reply.headers, `${endpoint.name} ${reply.status}`);
    }
    if (endpoint.name === 'auth.logout')
      root = { ...root, token: await openTestSession(app, root.id) };
  }
});

test.each([
  ['an unknown call', { method: 'GET', url: '/api/nothing/here' }, 404],
  ['the API itself', { method: 'GET', url: '/api' }, 404],
  ['a call with another method', { method: 'GET', url: '/api/users/get' }, 404],
  ['a path in another case', { method: 'POST', url: '/api/Users/get' }, 404],
  ['a path that is not well written', { method: 'DELETE', url: '/api/users/%ff' }, 400],
  ['a very long id', { method: 'DELETE', url: `/api/users/${'9'.repeat(100)}` }, 400],
  ['the description', { method: 'GET', url: '/api/openapi.json' }, 200],
  ['the page of the description', { method: 'GET', url: '/api/docs' }, 200],
] as const)('%s is answered with the strict headers', async (what, request, status) => {
  const response = await app.http.inject(request);
  expect([what, response.statusCode]).toEqual([what, status]);
  expectSafe(response.headers, what);
  if (status >= 400) {
    expect(response.json()).toEqual({ status: 'error', message: expect.any(String) });
  }
});

test('no method but those of the contract does anything', async () => {
  const target = await makeUser(app, root);
  for (const method of ['PATCH', 'POST', 'GET', 'OPTIONS', 'HEAD'] as const) {
    const { statusCode, headers } = await app.http.inject({
      method,
      url: `/api/users/${target.id}`,
      headers: { authorization: `Bearer ${root.token}` },
    });
    expect([method, statusCode]).toEqual([method, 404]);
    expect(headers.allow).toBeUndefined();
  }
});

test('a method cannot be put in by a header or a field', async () => {
  const target = await makeUser(app, root);
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/users/${target.id}?_method=DELETE`,
    headers: { authorization: `Bearer ${root.token}`, 'x-http-method-override': 'DELETE' },
  });
  expect(response.statusCode).toBe(404);
});

/** A server with nothing but the headers and one call. */
async function bareServer(corsOrigins: string[], proxies = 0) {
  const http = fastify({ trustProxy: trustProxies(proxies) });
  await security(http, corsOrigins);
  http.get('/api/thing', async ({ ip }) => ({ status: 'success', ip }));
  return http;
}

test('who came by TLS is told to come by TLS from now on, and a stranger cannot say that it did', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const told = async (proxies: number, sent: Record<string, string>) => {
    const http = await bareServer([], proxies);
    const response = await http.inject({ url: '/api/thing', headers: sent });
    return response.headers['strict-transport-security'];
  };
  expect(await told(1, headers)).toBe('max-age=31536000');
  expect(await told(1, {})).toBeUndefined();
  expect(await told(0, headers)).toBeUndefined();
});

test('of what is said of an address, as much is believed as there are proxies', async () => {
  const seen = async (proxies: number, forwarded: string) => {
    const http = await bareServer([], proxies);
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await http.inject({ url: '/api/thing', headers, remoteAddress: '10.0.0.1' });
    return answer.json().ip;
  };
  const chain = '192.0.2.66, 203.0.113.9, 10.0.0.2';
  expect(await seen(0, chain)).toBe('10.0.0.1');
  expect(await seen(1, chain)).toBe('10.0.0.2');
  expect(await seen(2, chain)).toBe('203.0.113.9');
  expect(await seen(1, '203.0.113.9')).toBe('203.0.113.9');
  expect(await seen(2, '203.0.113.9')).toBe('203.0.113.9');
});

test('pages of other sites may call only where the operator named them, and never with cookies', async () => {
  const http = await bareServer(['https://panel.example']);
  const ask = (method: 'GET' | 'OPTIONS', origin: string) =>
    http.inject({
      method,
      url: '/api/thing',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await ask(method, 'https://panel.example');
    expect(headers['access-control-allow-origin']).toBe('https://panel.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    for (const origin of ['https://panel.example.evil.example', 'http://panel.example', 'null']) {
      const refused = await ask(method, origin);
      expect([origin, refused.headers['access-control-allow-origin']]).toEqual([origin, undefined]);
    }
  }
  const closed = await (await bareServer([])).inject({
    url: '/api/thing',
    headers: { origin: 'https://panel.example' },
  });
  expect(closed.headers['access-control-allow-origin']).toBeUndefined();
});

/** What comes back for these bytes on a socket of their own. */
async function rawAnswer(bytes: string): Promise<string> {
  const { port } = new URL(app.http.listeningOrigin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test('what is no HTTP is refused in our shape, and connections are bounded', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { maxConnections, headersTimeout } = app.http.server;
  expect([maxConnections, headersTimeout]).toEqual([4_000, 15_000]);
  const long = `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`;
  for (const [bytes, status] of [
    ['noise\r\n\r\n', '400 Bad Request'],
    ['GET / HTTP/1.1\r\nhost: x\r\nbad\u0000: 1\r\n\r\n', '400 Bad Request'],
    ['FOO / HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    [long, '431 Request Header Fields Too Large'],
  ] as const) {
    const [head = '', body = ''] = (await rawAnswer(bytes)).split('\r\n\r\n');
    expect(head.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
    expect(JSON.parse(body)).toEqual({ status: 'error', message: expect.any(String) });
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    expectSafe(headers, bytes.slice(0, 20));
  }
});
