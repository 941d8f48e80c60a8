import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { kill, leaveBehind, startElsewhere } from '../test/killed-owner.ts';
import { openFolder } from '../test/open-folder.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { runningEmbedded } from './running.ts';

const isRoot = process.getuid?.() === 0;
const running: Embedded[] = [];
const bystanders: ChildProcess[] = [];
let folder: string;
let dataDir: string;
let home: string;

beforeAll(async () => {
  folder = await openFolder('pitboss-embedded-');
  dataDir = join(folder, 'data');
  home = join(dataDir, 'database');
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const one of bystanders.splice(0)) one.kill();
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

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function serverPid(): number {
  return Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function readPassword(role: string): string {
  return readFileSync(join(home, `password-${role}`), 'utf8').trim();
}

type Owner = { uid: number; gid: number };

function bystander({ uid, gid }: Owner): number {
  const child = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot && { uid, gid }) });
  bystanders.push(child);
  return child.pid ?? 0;
}

async function refusal(data: string): Promise<string> {
  const started = startEmbedded({ dataDir: data });
  return started.then(
    () => 'it started',
    (error: Error) => error.message,
  );
}

describe('the embedded database', () => {
  test('begins anew when the very first start was killed half-way', async () => {
    const child = startElsewhere(dataDir);
    const begun = () => existsSync(home) && readdirSync(home).some((f) => f.startsWith('unfin'));
    while (!begun()) await sleep(5);
    await sleep(50);
    await kill(child);
    expect(existsSync(join(home, 'cluster'))).toBe(false);
    const { url } = await start();
    expect(await ask(url, 'select current_database()')).toBe('pitboss');
    expect(readdirSync(home).filter((name) => name.startsWith('unfin'))).toEqual([]);
  });

  test('makes no compromise on durability and speaks UTF-8 the same everywhere', async () => {
    const { url } = await start();
    expect(await ask(url, 'show fsync')).toBe('on');
    expect(await ask(url, 'show synchronous_commit')).toBe('on');
    expect(await ask(url, 'show data_checksums')).toBe('on');
    expect(await ask(url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(url, "select upper('é') || ('a' > 'B')")).toBe('Étrue');
    expect(await ask(url, "select current_setting('timezone')")).toBe('UTC');
  });

  test('is entered with the right password only, by roles that are no superuser', async () => {
    const { url, nodeUrl } = await start();
    for (const one of [url, nodeUrl]) {
      const isSuper = 'select rolsuper from pg_roles where rolname = current_user';
      expect(await ask(one, isSuper)).toBe(false);
      const wrong = one.replace(/:[0-9a-f]{48}@/, ':guess@');
      await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    }
    const rules = readFileSync(join(home, 'cluster', 'pg_hba.conf'), 'utf8').split('\n');
    const methods = rules
      .filter((rule) => /^\w/.test(rule))
      .map((rule) => rule.split(/\s+/).at(-1));
    expect(new Set(methods)).toEqual(new Set(['scram-sha-256']));
  });

  test('gives each role a password of its own', async () => {
    const { url, nodeUrl } = await start();
    const files = ['superuser', 'owner', 'node'].map((role) => readPassword(role));
    expect(new Set(files).size).toBe(3);
    expect([url, nodeUrl].map((one) => new URL(one).password)).toEqual(files.slice(1));
    const asSuper = new URL(nodeUrl);
    asSuper.username = 'postgres';
    await expect(ask(asSuper.href, 'select 1')).rejects.toThrow('password authentication failed');
    const asOwner = new URL(nodeUrl);
    asOwner.username = 'pitboss';
    await expect(ask(asOwner.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('keeps its files to itself', async () => {
    await start();
    expect(modeOf(join(home, 'cluster'))).toBe('700');
    expect(modeOf(home)).toBe(isRoot ? '711' : '700');
    const passwords = ['superuser', 'owner', 'node'].map((role) => `password-${role}`);
    for (const name of [...passwords, 'lock', 'postgres.log']) {
      expect(modeOf(join(home, name))).toBe('600');
    }
    if (isRoot) expect(statSync(join(home, 'cluster')).uid).not.toBe(0);
  });

  test('keeps rows, passwords and address from one start to the next', async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 7 as seven');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(second.attached).toBe(false);
    expect(await ask(second.url, 'select seven from kept')).toBe(7);
  });

  test('refuses a second start on the same folder in one sentence', async () => {
    await start();
    const message = await refusal(dataDir);
    expect(message).toBe(`Pitboss already runs on the data in ${home}, as process ${process.pid}.`);
  });

  test.each([
    ['a killed process whose number another one has now', `${process.ppid} 1 abc`],
    ['a process that is gone', '4000000 1 abc'],
    ['a process killed while it wrote the lock', ''],
  ])('passes over the lock of %s', async (_whose, lock) => {
    writeFileSync(join(home, 'lock'), lock);
    const { url } = await start();
    expect(await ask(url, 'select 1')).toBe(1);
  });

  test('is found again after its process was killed, and then stops on request', async () => {
    await leaveBehind(dataDir);
    const pid = serverPid();
    const found = await start();
    expect(found.attached).toBe(true);
    expect(await ask(found.url, 'select seven from kept')).toBe(7);
    await found.stop();
    expect(existsSync(join(home, 'cluster', 'postmaster.pid'))).toBe(false);
    await expect(ask(found.url, 'select 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/);
    const next = await start();
    expect(serverPid()).not.toBe(pid);
    expect(next.attached).toBe(false);
  });

  test('starts immediately after its process was killed, with or without PostgreSQL', async () => {
    for (const isAlone of [true, false]) {
      const child = startElsewhere(dataDir);
      if (child.stdout) await once(child.stdout, 'data');
      if (!isAlone) process.kill(serverPid(), 'SIGKILL');
      child.kill('SIGKILL');
      const found = await start();
      expect(await ask(found.url, 'select seven from kept')).toBe(7);
      await found.stop();
    }
  });

  test('is started anew when the one from before is on its way out', async () => {
    const child = startElsewhere(dataDir);
    if (child.stdout) await once(child.stdout, 'data');
    const pid = serverPid();
    await kill(child);
    // A smart shutdown: it serves until its last guest has left, and lets no other in.
    const oldUrl = (await runningEmbedded(dataDir)) ?? '';
    const guest = new Client({ connectionString: oldUrl });
    await guest.connect();
    process.kill(pid, 'SIGTERM');
    const isRefused = () =>
      ask(oldUrl, 'select 1').then(
        () => false,
        () => true,
      );
    await vi.waitUntil(isRefused, { timeout: 60_000 });
    const starting = start();
    await guest.end();
    const { url, attached } = await starting;
    expect(attached).toBe(false);
    expect(serverPid()).not.toBe(pid);
    expect(await ask(url, 'select seven from kept')).toBe(7);
  });

  test('recovers when PostgreSQL itself was killed', async () => {
    const first = await start();
    await ask(first.url, 'insert into kept values (8)');
    process.kill(serverPid(), 'SIGKILL');
    await first.stop();
    const second = await start();
    expect(await ask(second.url, 'select max(seven) from kept')).toBe(8);
  });

  test('comes back at the same address when PostgreSQL alone was killed', async () => {
    const said: string[] = [];
    const { url } = await start({ log: (line) => said.push(line) });
    const killed = serverPid();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => ask(url, 'select 1'), { timeout: 60_000, interval: 100 });
    expect(serverPid()).not.toBe(killed);
    expect(said).toEqual(['The embedded database ended unexpectedly: starting it again.']);
  });

  test.each([
    ['no process at all', () => 4_000_000],
    // PostgreSQL looks only at processes of its own account, so this one belongs to it.
    ['another program', (owner: Owner) => bystander(owner)],
    ['ourselves', () => process.pid],
  ])('is not misled by a pid file that names %s', async (_whom, pid) => {
    const cluster = join(home, 'cluster');
    const owner = statSync(cluster);
    const lines = [pid(owner), cluster, 1, 5432, '', '127.0.0.1', '1 1', 'ready'];
    const file = join(cluster, 'postmaster.pid');
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    if (isRoot) await chown(file, owner.uid, owner.gid);
    const { url, attached } = await start();
    expect(attached).toBe(false);
    expect(await ask(url, 'select 1')).toBe(1);
  });

  test('says in words why it does not start, and leaves no lock behind', async () => {
    const broken = startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } });
    await expect(broken).rejects.toThrow(/ended while it started.*shared_buffers.*plenty/s);
    const { url } = await start({ settings: { work_mem: '3MB' } });
    expect(await ask(url, 'show work_mem')).toBe('3MB');
  });

  test.runIf(isRoot)('lives elsewhere when only root may enter the data folder', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const data = join(closed, 'data');
    const first = await start({ dataDir: data });
    try {
      const note = readFileSync(join(data, 'database-is-elsewhere.txt'), 'utf8');
      expect(note.split('\n')).toContain(first.folder);
      expect(modeOf(join(first.folder, 'cluster'))).toBe('700');
      await ask(first.url, 'create table sheltered as select 1 as one');
      await first.stop();
      const second = await start({ dataDir: data });
      expect(await ask(second.url, 'select one from sheltered')).toBe(1);
      await second.stop();
    } finally {
      await rm(first.folder, { recursive: true, force: true });
    }
    expect(await refusal(data)).toContain('is gone: bring');
  });
});
