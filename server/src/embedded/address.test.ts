import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../test/open-folder.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { embeddedHome } from './home.ts';
import { runningEmbedded } from './running.ts';
import { prepareSocketFolder } from './socket.ts';
import { embeddedUser } from './user.ts';

const hasSockets = process.platform !== 'win32';
const isRoot = process.getuid?.() === 0;
const running: Embedded[] = [];
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await openFolder('pb-');
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const one = await startEmbedded({ dataDir, ...options });
  running.push(one);
  return one;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** The folder of the socket that an address leads to. */
function socketIn(url: string): string {
  return decodeURIComponent(new URL(url).hostname);
}

function expectClosed(path: string): void {
  const { mode, uid } = statSync(path);
  expect([mode & 0o777, uid]).toEqual([0o700, embeddedUser()?.uid ?? process.getuid?.()]);
}

test.runIf(hasSockets)(
  'listens at a socket that nobody else may reach, and nowhere else',
  async () => {
    const { url, nodeUrl, stop } = await start();
    const socket = join(dataDir, 'database', 'socket');
    expect([url, nodeUrl].map(socketIn)).toEqual([socket, socket]);
    expectClosed(socket);
    expect(await ask(url, 'show listen_addresses')).toBe('');
    expect(await ask(nodeUrl, 'select inet_server_port()')).toBe(null);
    expect(await runningEmbedded(dataDir)).toBe(url);
    await stop();
    expect(existsSync(socket)).toBe(false);
  },
);

test.runIf(hasSockets)('goes elsewhere with its socket when the path is too long', async () => {
  // A name that the address and PostgreSQL would each read in their own way.
  const long = join(folder, `it's 5%d, "long" `, 'x'.repeat(90));
  await mkdir(long, { recursive: true });
  const { url, stop } = await start({ dataDir: long });
  const socket = socketIn(url);
  expect(socket.startsWith(long)).toBe(false);
  expectClosed(socket);
  expect(await ask(url, 'select 1')).toBe(1);
  expect(await runningEmbedded(long)).toBe(url);
  await stop();
  expect(existsSync(socket)).toBe(false);
});

test.runIf(hasSockets)('reads a path with quotes, commas and blanks as it is', async () => {
  const odd = join(folder, `a, "b" 5%d'`);
  const { url, stop } = await start({ dataDir: odd });
  expect(await ask(url, 'select 1')).toBe(1);
  expect(await runningEmbedded(odd)).toBe(url);
  await stop();
  expect(existsSync(socketIn(url))).toBe(false);
});

test.runIf(hasSockets)('is not held up by what a killed server left at its socket', async () => {
  await start().then((one) => one.stop());
  const { folder: home, user } = embeddedHome(dataDir);
  const socket = join(home, 'socket');
  prepareSocketFolder(socket, user);
  // The number of a process that lives, as when numbers have come round.
  writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${process.ppid}\n${home}\n1\n5432\n`);
  const { url } = await start();
  expect(await ask(url, 'select 1')).toBe(1);
});

test.runIf(hasSockets && isRoot)('a folder of somebody else is not used for a socket', async () => {
  const planted = join(folder, 'planted');
  await mkdir(planted, { mode: 0o777 });
  await chown(planted, 12_345, 12_345);
  expect(() => prepareSocketFolder(planted, embeddedUser())).toThrow('belongs to somebody else');
});

test('is at a port of this machine only where it is told to, and comes back to it', async () => {
  const first = await start({ listen: 'tcp' });
  expect(new URL(first.url).hostname).toBe('127.0.0.1');
  expect(await ask(first.url, 'show listen_addresses')).toBe('127.0.0.1');
  expect(existsSync(join(first.folder, 'socket'))).toBe(false);
  await first.stop();
  const second = await start({ listen: 'tcp' });
  expect(second.url).toBe(first.url);
});

test('goes to another port when its own is taken', async () => {
  const taken = readFileSync(join(dataDir, 'database', 'port'), 'utf8').trim();
  const squatter = createServer().listen(Number(taken), '127.0.0.1');
  await once(squatter, 'listening');
  const { url } = await start({ listen: 'tcp' });
  squatter.close();
  expect(new URL(url).port).not.toBe(taken);
  expect(await ask(url, 'select 1')).toBe(1);
});

/** Makes of a database what an earlier release had: one password for all roles. */
async function shareOnePassword(shared: string): Promise<void> {
  const { folder: home } = embeddedHome(dataDir);
  const one = await start();
  const superUrl = new URL(one.url);
  superUrl.username = 'postgres';
  superUrl.password = readFileSync(join(home, 'password-superuser'), 'utf8').trim();
  for (const role of ['pitboss', 'pitboss_node', 'postgres']) {
    await ask(superUrl.href, `alter role ${role} password '${shared}'`);
    superUrl.password = role === 'postgres' ? shared : superUrl.password;
  }
  await one.stop();
  writeFileSync(join(home, 'password'), `${shared}\n`, { mode: 0o600 });
}

test.each([
  ['had one password for all', ['password-superuser', 'password-owner', 'password-node']],
  ['was cut off while it got its own ones', []],
])('a database that %s gets one for each role', async (_what, missing) => {
  const { folder: home } = embeddedHome(dataDir);
  const shared = 'a'.repeat(48);
  await shareOnePassword(shared);
  for (const file of missing) await rm(join(home, file));
  const { url, nodeUrl, stop } = await start();
  expect(existsSync(join(home, 'password'))).toBe(false);
  expect(await ask(url, 'select current_user')).toBe('pitboss');
  expect(await ask(nodeUrl, 'select current_user')).toBe('pitboss_node');
  for (const role of ['postgres', 'pitboss', 'pitboss_node']) {
    const old = new URL(url);
    old.username = role;
    old.password = shared;
    await expect(ask(old.href, 'select 1')).rejects.toThrow('password authentication failed');
  }
  await stop();
  // Cut off after the change, but before the old file was taken away.
  writeFileSync(join(home, 'password'), `${shared}\n`, { mode: 0o600 });
  const again = await start();
  expect(await ask(again.nodeUrl, 'select 1')).toBe(1);
  expect(readdirSync(home)).not.toContain('password');
});

test('a password that is gone is not made up anew', async () => {
  const { folder: home } = embeddedHome(dataDir);
  const path = join(home, 'password-node');
  const text = readFileSync(path);
  await rm(path);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`${path} of the database is gone`);
  writeFileSync(path, text, { mode: 0o600 });
});
