import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panel } from './panel.ts';

const script = 'console.log("panel");'.repeat(100);
const page = '<head><meta nonce="__CSP_NONCE__"><script src="/assets/a.js"></script></head>';
const hints = {
  '/users': ['/assets/users.js', '/assets/users.css'],
  '/my-account': ['/assets/account.js'],
  '/my-account/profile': ['/assets/account.js', '/assets/profile.js'],
};
let folder: string;
let http: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-panel-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': page,
    'load-hints.json': JSON.stringify(hints),
    'addresses.json': JSON.stringify([
      '/',
      '/login',
      '/users',
      '/my-account',
      '/my-account/profile/{-$userId}',
      '/round-bets/$roundId',
    ]),
    'early.js': 'early()',
    'assets/a.js': script,
    'assets/a.js.br': brotliCompressSync(script),
    'assets/a.js.gz': gzipSync(script),
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  http = fastify();
  await panel(http, `${folder}/`);
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

function get(url: string, encodings = 'gzip, deflate, br') {
  return http.inject({ url, headers: { 'accept-encoding': encodings } });
}

test('files are sent as the build has packed them, to be kept for ever', async () => {
  const reply = await get('/assets/a.js');
  expect(reply.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script);
});

test('who cannot unpack brotli gets gzip, and who cannot unpack that the file itself', async () => {
  expect((await get('/assets/a.js', 'gzip')).headers['content-encoding']).toBe('gzip');
  const plain = await get('/assets/a.js', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});

test('a file that was not packed is sent as it is, and one without a hash is asked for again', async () => {
  const reply = await get('/early.js');
  expect(reply.body).toBe('early()');
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers['cache-control']).toBe('public, max-age=3600');
});

test('the page names what the screen at its address is going to load', async () => {
  const { body } = await get('/users?page=2');
  expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/users.css">');
  expect(body).toMatch(/<link rel="modulepreload"[^>]+href="\/assets\/users.js">/);
  expect((await get('/my-account/profile/7')).body).toContain('/assets/profile.js');
  expect((await get('/my-account')).body).not.toContain('/assets/profile.js');
  for (const other of ['/login', '/']) {
    expect((await get(other)).body).not.toContain('/assets/users.js');
  }
});

test('each page has a nonce of its own and is never kept', async () => {
  const [one, other] = [await get('/users'), await get('/users')];
  expect(one.headers['cache-control']).toBe('no-store');
  expect(one.body).not.toContain('__CSP_NONCE__');
  expect(one.body).not.toBe(other.body);
});

test('what the build has packed or written down for the server is no page of its own', async () => {
  for (const path of [
    '/assets/a.js.br',
    '/assets/nothing.js',
    '/load-hints.json',
    '/addresses.json',
    '/index.html',
  ]) {
    const { statusCode, body } = await get(path);
    expect([path, statusCode, JSON.parse(body).message]).toEqual([
      path,
      404,
      'There is no such call.',
    ]);
  }
});

test('an address of the panel has its page, any other is not found by programs and people', async () => {
  const pages = ['/', '/login', '/users/', '/my-account/profile', '/my-account/profile/7'];
  for (const path of [...pages, '/round-bets/9?page=2']) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  }
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const nowhere = ['/metrics', '/foo.php', '/.env', '/Users', '/users/7', '/round-bets', '/x/y/z'];
  for (const path of nowhere) {
    const program = await get(path);
    expect([path, program.statusCode, program.json().status]).toEqual([path, 404, 'error']);
    const person = await http.inject({ url: path, headers: { accept } });
    expect([path, person.statusCode]).toEqual([path, 404]);
    expect(person.body).toContain('<meta nonce=');
    expect(person.headers['cache-control']).toBe('no-store');
  }
});
