import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { all } from '@pitboss/contract/all';
import { paramNames } from '@pitboss/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
const words = expect.stringMatching(/^[A-Z].+\.$/);

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { type?: string } }> };
  responses: Record<string, { description: string; content: object }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: object[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; schemas: Record<string, object> };
}

async function readDocument(): Promise<Document> {
  const response = await app.http.inject({ url: '/api/openapi.json' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  return response.json();
}

async function readOperations(): Promise<{ call: string; operation: Operation }[]> {
  const { paths } = await readDocument();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/**
 * The routes as the HTTP server itself lists them: a tree of path pieces, four columns a level,
 * without the methods that GET brings along.
 */
function boundCalls(): string[] {
  const pieces: string[] = [];
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods = ''] =
        /^((?:[│├└ ][ ─]{3})+)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      if (piece === '') return [];
      pieces.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, piece);
      const known = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return known.map((method) => `${method} ${pieces.join('')}`);
    });
}

const describing = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs.css'];
/** What an `<img>` shows: no calls, their addresses come with the answers of calls. */
const pictures = ['GET /api/files/receipts/:id', 'GET /api/files/events/:hash'];

test('every call of the contract is bound exactly once, and no other call is', () => {
  const expected = all.map(
    ({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  const bound = boundCalls().filter((call) => call.includes(' /api'));
  expect(bound.sort()).toEqual([...expected, ...describing, ...pictures].sort());
});

test('the document lists exactly the calls of the contract', async () => {
  const listed = (await readOperations()).map(({ call }) => call);
  const expected = all.map(({ method, path }) => `${method} /api${path}`);
  expect(listed.sort()).toEqual(expected.sort());
});

test('the document has the shape of OpenAPI 3.1', async () => {
  const document = await readDocument();
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: 'Pitboss', version: 'test' });
  expect(document.components.schemas.Error).toBeDefined();
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'http', scheme: 'bearer' },
    serviceKey: { type: 'apiKey', in: 'header', name: 'X-Service-Key' },
  });
  const operations = await readOperations();
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { call, operation } of operations) {
    const inPath = operation.parameters.filter((one) => one.in === 'path');
    expect(inPath.map((one) => one.name)).toEqual(paramNames(call));
    for (const one of inPath) expect(one.required).toBe(true);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(response.description).not.toBe('');
    }
  }
});

test('says of every noun what its calls are about, and where the calls are made', async () => {
  const { tags, servers } = await readDocument();
  expect(tags.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(all.map(({ name }) => name.split('.')[0]))].toSorted(),
  );
  for (const { name, description } of tags) expect([name, description]).toEqual([name, words]);
  expect(servers).toEqual([{ url: '/', description: words }]);
});

test.each([
  ['br', 'gzip, deflate, br;q=0.9', brotliDecompressSync],
  ['gzip', 'br;q=0, GZIP', gunzipSync],
  [undefined, 'identity', undefined],
  [undefined, undefined, undefined],
])('goes out packed as %s to one who takes %s', async (packing, taken, unpack) => {
  for (const url of ['/api/openapi.json', '/api/docs']) {
    const plain = await app.http.inject({ url });
    const headers = taken === undefined ? {} : { 'accept-encoding': taken };
    const { headers: said, rawPayload } = await app.http.inject({ url, headers });
    expect([said['content-encoding'], said.vary]).toEqual([packing, 'Accept-Encoding']);
    expect((unpack ? unpack(rawPayload) : rawPayload).toString()).toBe(plain.body);
    const isShort = rawPayload.length < plain.body.length / 5;
    expect(isShort).toBe(packing !== undefined);
  }
});

test('every reference in the document leads to something in it', async () => {
  const document = await readDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, path = ''] of references) {
    const found = path
      .split('/')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], document);
    expect([path, found === undefined]).toEqual([path, false]);
  }
});

test('the document says what needs a session or a service key, what takes a key and what takes a form', async () => {
  const operations = new Map((await readOperations()).map((one) => [one.call, one.operation]));
  for (const { method, path, allow, effect, takes } of all) {
    const operation = operations.get(`${method} /api${path}`);
    const scheme = allow === 'services' ? 'serviceKey' : 'session';
    // What needs nothing says so: an operation without a word on it would be anybody's guess.
    const security = allow === 'public' ? [] : [{ [scheme]: [] }];
    expect([path, operation?.security]).toEqual([path, security]);
    const hasKey = operation?.parameters.some((one) => one.name === 'Idempotency-Key');
    expect([path, hasKey]).toEqual([path, effect === 'money']);
    const content = Object.keys(operation?.requestBody?.content ?? {});
    const hasForm = content.includes('application/x-www-form-urlencoded');
    expect([path, hasForm]).toEqual([path, takes === 'form']);
  }
});

test('the document says which calls take files and which a query', async () => {
  const operations = new Map((await readOperations()).map((one) => [one.call, one.operation]));
  for (const { method, path, takes, files, body } of all) {
    const operation = operations.get(`${method} /api${path}`);
    const content = operation?.requestBody?.content ?? {};
    expect([path, 'multipart/form-data' in content]).toEqual([path, takes === 'multipart']);
    expect([path, 'application/json' in content]).toEqual([
      path,
      takes !== 'multipart' && method !== 'GET' && method !== 'DELETE',
    ]);
    const form = content['multipart/form-data']?.schema as { properties?: object } | undefined;
    expect(Object.keys(form?.properties ?? {})).toEqual(expect.arrayContaining([...files]));
    const asked = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {};
    const inQuery = operation?.parameters.filter((one) => one.in === 'query') ?? [];
    const expected = method === 'GET' ? Object.keys(asked) : [];
    expect([path, inQuery.map((one) => one.name)]).toEqual([path, expected]);
  }
});

test.each(['player', 'game'])('the calls of a %s have a tag of their own', async (tag) => {
  for (const { call, operation } of await readOperations()) {
    const isTheirs = call.includes(` /api/${tag}/`);
    expect([call, operation.tags.includes(tag)]).toEqual([call, isTheirs]);
  }
});

test('the page to read names every call and holds no script', async () => {
  const response = await app.http.inject({ url: '/api/docs' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/html/);
  expect(response.body).toContain('<h1>Pitboss API</h1>');
  expect(response.body).not.toMatch(/<script|\son\w+=|style="/);
  for (const { path, summary } of all) {
    expect(response.body).toContain(`/api${path}`);
    expect(response.body).toContain(summary.replaceAll('&', '&amp;'));
  }
  const style = await app.http.inject({ url: '/api/docs.css' });
  expect(style.headers['content-type']).toMatch(/^text\/css/);
});
