import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  askDatabase,
  type DatabaseStage,
  openDatabaseStage,
} from '@pitboss/testkit/database-stage';
import { ask, must } from '@pitboss/testkit/http-client';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { mustRun, runCommand } from '@pitboss/testkit/run-command';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { embeddedHome } from '../embedded/home.ts';
import { prepareNext, readNext, readPasswords } from '../embedded/passwords.ts';
import { runningEmbedded } from '../embedded/running.ts';
import { openFolder } from '../test/open-folder.ts';
import { preparePasswordLines, readPasswordLine } from './password-line.ts';

const verb = 'rotate-database-passwords';
let folder: string;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  folder = await openFolder('pitboss-rotate-');
});

async function endNodes(): Promise<void> {
  for (const node of nodes.splice(0)) await node.end();
}

afterEach(endNodes);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function node(ownerUrl: string, settings: Record<string, string> = {}) {
  const started = await startNode(ownerUrl, settings);
  nodes.push(started);
  return started;
}

async function signIn({ port }: NodeProcess): Promise<string> {
  const { data } = await must(port, { path: '/api/auth/login', body: superSignIn });
  return data.token;
}

const balance = ({ port }: NodeProcess, token: string) =>
  ask(port, { path: '/api/users/getAgentbalance', token, body: {} });

/** Every connection of a node ends, as after a restart of the server; the next are new ones. */
async function endConnections(url: string): Promise<void> {
  await askDatabase(
    url,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where usename = 'pitboss_node' and datname = current_database()`,
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 100 });
}

describe('the embedded database', () => {
  test('all three change, and the node goes on as if nothing was', async () => {
    const DATA_DIR = join(folder, 'data');
    const one = await node('', { DATA_DIR });
    const token = await signIn(one);
    const { folder: home } = embeddedHome(DATA_DIR);
    const before = readPasswords(home);
    const oldUrl = (await runningEmbedded(DATA_DIR)) ?? '';
    const books = await mustRun('books', [], { DATA_DIR });
    expect(books).toContain('The books balance.');

    const unsure = await runCommand('admin/main', [verb], { DATA_DIR });
    expect([unsure.code, readPasswords(home)]).toEqual([2, before]);

    const rotating = runCommand('admin/main', [verb, '--yes'], { DATA_DIR });
    const statuses = new Set<number>();
    let isOver = false;
    rotating.then(() => {
      isOver = true;
    });
    while (!isOver) statuses.add((await balance(one, token)).status);
    expect(await rotating).toEqual({ code: 0, output: expect.stringContaining('nodes follow') });
    expect(statuses).toEqual(new Set([200]));

    const after = readPasswords(home);
    expect(new Set([...Object.values(before), ...Object.values(after)]).size).toBe(6);
    expect(readNext(home)).toEqual({});
    for (const name of readdirSync(home).filter((file) => file.startsWith('password'))) {
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
    }
    await expect(askDatabase(oldUrl, 'select 1')).rejects.toThrow('password authentication failed');
    const url = (await runningEmbedded(DATA_DIR)) ?? '';
    await endConnections(url);
    await until(async () => (await balance(one, token)).status === 200);
    expect((await mustRun('books', [], { DATA_DIR })).split('\n')[0]).toBe('The books balance.');
    const { rows } = await askDatabase(
      url,
      `select outcome, message from audit_events where action = 'admin.${verb}' order by id`,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['refused', 'done']);
    expect(JSON.stringify(rows)).not.toContain(after.node);
    const log = readFileSync(join(home, 'postgres.log'), 'utf8');
    for (const password of Object.values(after)) expect(log).not.toContain(password);
    await one.end();
    await one.start();
    expect((await balance(one, token)).status).toBe(200);
  });

  test.each([
    'before the database heard of it',
    'after it, with the files still the old ones',
    'with some files in place',
  ])('a change that was broken off %s is finished by the next start', async (when) => {
    const dataDir = join(folder, 'broken-off');
    const first = await startEmbedded({ dataDir });
    const { folder: home } = embeddedHome(dataDir);
    const before = readPasswords(home);
    prepareNext(home);
    const next = readNext(home);
    if (!when.startsWith('before')) {
      const url = new URL(first.url);
      url.username = 'postgres';
      url.password = before.superuser;
      const roles = { postgres: next.superuser, pitboss: next.owner, pitboss_node: next.node };
      const changes = Object.entries(roles).map(
        ([role, to]) => `alter role ${role} password '${to}'`,
      );
      await askDatabase(url.href, changes.join('; '));
    }
    if (when.startsWith('with some')) {
      writeFileSync(join(home, 'password-superuser'), `${next.superuser}\n`);
      await rm(join(home, 'password-superuser.next'));
    }
    await first.stop();
    const again = await startEmbedded({ dataDir });
    for (const url of [again.url, again.nodeUrl]) {
      const plain = new URL(url);
      plain.searchParams.delete('password_file');
      await askDatabase(plain.href, 'select 1');
    }
    expect([readPasswords(home), readNext(home)]).toEqual([next, {}]);
    await again.stop();
  });
});

describe('a PostgreSQL of your own', () => {
  let stage: DatabaseStage;
  let ownerUrl: string;

  beforeEach(async () => {
    stage = await openDatabaseStage({ listen: 'tcp', settings: { fsync: 'off' } });
    ownerUrl = await stage.newDatabase('own');
  });

  afterEach(async () => {
    await endNodes();
    await stage.close();
  });

  test('prints the new settings, with which nodes serve, and the old ones open nothing', async () => {
    const one = await node(ownerUrl);
    const token = await signIn(one);
    const old = {
      DATABASE_URL: nodeUrl(ownerUrl),
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_REPLICA_URL: nodeUrl(ownerUrl),
    };
    const { code, output } = await runCommand('admin/main', [verb, '--yes'], old);
    expect(code).toBe(0);
    const settings = Object.fromEntries(
      [...output.matchAll(/^(DATABASE_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(settings).sort()).toEqual(Object.keys(old).sort());
    expect(settings.DATABASE_REPLICA_URL).toBe(settings.DATABASE_URL);
    await one.end();
    for (const url of Object.values(old)) {
      await expect(askDatabase(url, 'select 1')).rejects.toThrow('password authentication failed');
    }
    const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = settings;
    const two = await node(DATABASE_OWNER_URL, { DATABASE_URL, DATABASE_OWNER_URL });
    expect((await balance(two, token)).status).toBe(200);
    expect(await mustRun('books', [], settings)).toContain('The books balance.');
    const wrong = await runCommand('admin/main', [verb, '--yes'], {
      DATABASE_URL,
      DATABASE_OWNER_URL: ownerUrl,
    });
    expect([wrong.code, wrong.output]).toEqual([
      1,
      expect.stringContaining('DATABASE_OWNER_URL does not lead to the database'),
    ]);
    await askDatabase(DATABASE_URL, 'select 1');
  });

  test('where a file has the passwords it is rewritten, and nodes need no restart', async () => {
    const PGPASSFILE = join(folder, 'pgpass');
    const { password } = new URL(ownerUrl);
    const text = `# kept\n*:*:*:pitboss:${password}\n*:*:*:pitboss_node:${password}\n`;
    writeFileSync(PGPASSFILE, text, { mode: 0o600 });
    const bare = (address: string) => {
      const url = new URL(address);
      url.password = '';
      return url.href;
    };
    const settings = {
      DATABASE_URL: bare(nodeUrl(ownerUrl)),
      DATABASE_OWNER_URL: bare(ownerUrl),
      PGPASSFILE,
    };
    const one = await node(ownerUrl, settings);
    const token = await signIn(one);
    const { code, output } = await runCommand('admin/main', [verb, '--yes'], settings);
    expect([code, output]).toEqual([0, expect.stringContaining(`the new one is in ${PGPASSFILE}`)]);
    expect(output).not.toContain('Warning');
    const lines = readFileSync(PGPASSFILE, 'utf8').split('\n');
    expect(lines).toEqual([
      '# kept',
      expect.stringMatching(/^\*:\*:\*:pitboss:[0-9a-f]{48}$/),
      expect.stringMatching(/^\*:\*:\*:pitboss_node:[0-9a-f]{48}$/),
      '',
    ]);
    expect(statSync(PGPASSFILE).mode & 0o777).toBe(0o600);
    const owner = new URL(ownerUrl);
    owner.password = lines[1]?.split(':').at(-1) ?? '';
    await endConnections(owner.href);
    await until(async () => (await balance(one, token)).status === 200);
  });

  test('where there is no password at all it says so', async () => {
    const url = new URL(ownerUrl);
    url.password = '';
    const settings = { DATABASE_URL: url.href, PGPASSFILE: join(folder, 'not-there') };
    expect(await runCommand('admin/main', [verb, '--yes'], settings)).toEqual({
      code: 1,
      output: expect.stringContaining('DATABASE_URL has no password of pitboss'),
    });
  });
});

test('a line of the password file is found as PostgreSQL finds it', () => {
  const path = join(folder, 'lines');
  const lines = ['a.example:5432:*:some\\:one:o\\\\ld', '*:*:*:other:old', '*:*:*:other:never'];
  writeFileSync(path, lines.join('\n'), { mode: 0o600 });
  const target = { host: 'a.example', port: 5432, database: 'pitboss', user: 'some:one' };
  const other = { ...target, user: 'other' };
  expect(readPasswordLine(path, target)).toBe('o\\ld');
  expect(readPasswordLine(path, { ...target, port: 5433 })).toBe(undefined);
  preparePasswordLines(path, [target, other], 'n:w')();
  expect(readFileSync(path, 'utf8').split('\n')).toEqual([
    'a.example:5432:*:some\\:one:n\\:w',
    '*:*:*:other:n\\:w',
    '*:*:*:other:never',
  ]);
});
