import { once } from 'node:events';
import { connect } from 'node:net';
import { all } from '@pitboss/contract/all';
import { serviceKeys } from '@pitboss/contract/service-keys';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, type TestGame } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;
const large = all.filter(({ bodyBytesMax }) => bodyBytesMax !== undefined);

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

/** What is answered to the head of a request whose body never comes, and whether we hang up. */
async function answerToHead(path: string, headers: Record<string, string>): Promise<string> {
  const { port } = new URL(app.http.listeningOrigin);
  const socket = connect(Number(port), '127.0.0.1');
  const sent = { host: 'x', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

test.each(large)('$name is refused to a stranger before its body has come', async (endpoint) => {
  const path = `/api${endpoint.path.replace('{round}', '1')}`;
  const forged = { 'x-service-key': `pbk_${'x'.repeat(43)}` };
  for (const headers of [{}, forged, { 'x-service-key': 'short' }, sessionOf(root)]) {
    const answer = await answerToHead(path, { ...headers, 'content-length': '4000000' });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('Send a valid service key as X-Service-Key.');
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  }
  const inPieces = await answerToHead(path, { 'transfer-encoding': 'chunked' });
  expect(inPieces).toMatch(/^HTTP\/1\.1 401 /);
  expect(inPieces).toMatch(/\r\nconnection: close\r\n/i);
  const small = await answerToHead(path, { 'content-length': '100' });
  expect(small).toMatch(/^HTTP\/1\.1 401 /);
  expect(small).not.toMatch(/\r\nconnection: close\r\n/i);
});

function sessionOf({ token }: TestPerson): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

test.each(large)('$name reads what a known game server sends', async (endpoint) => {
  const payload = { list: 'x'.repeat(3_000_000) };
  const reply = await server.call(endpoint, { round: 1n, raw: payload });
  expect([reply.status, reply.errors.list]).toEqual([400, 'Unknown field.']);
});

test('a revoked key opens nothing', async () => {
  const other = await makeGame(app, root);
  const keys = await app.call(serviceKeys.list, { token: root.token });
  const id = keys.data[0]?._id ?? 0n;
  await app.call(serviceKeys.remove, { token: root.token, params: { id } });
  for (const endpoint of large) {
    const reply = await other.call(endpoint, { round: 1n, raw: 'no JSON' });
    expect(reply.status).toBe(401);
  }
});
