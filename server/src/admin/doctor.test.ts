import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  askDatabase,
  type DatabaseStage,
  openDatabaseStage,
} from '@pitboss/testkit/database-stage';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { mustRun, runCommand } from '@pitboss/testkit/run-command';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import type { Finding } from '../doctor/finding.ts';
import { lookAtClock } from '../doctor/look-at-database.ts';
import { lookAtBackups } from '../doctor/look-at-machine.ts';
import { lookAtSettings } from '../doctor/look-at-settings.ts';
import { openFolder } from '../test/open-folder.ts';

let stage: DatabaseStage;
let ownerUrl: string;
let node: NodeProcess;
let folder: string;

beforeAll(async () => {
  folder = await openFolder('pitboss-doctor-');
  await writeFile(join(folder, 'tonight.dump'), 'whole');
  stage = await openDatabaseStage({ listen: 'tcp', settings: { fsync: 'on' } });
  ownerUrl = await stage.newDatabase('patient');
  node = await startNode(ownerUrl);
});

afterAll(async () => {
  await node?.end();
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ DATABASE_URL: nodeUrl(ownerUrl), DATABASE_OWNER_URL: ownerUrl });

async function examine(more: Record<string, string> = {}) {
  const words = ['doctor', '--json', '--backups', folder];
  const { code, output } = await runCommand('admin/main', words, { ...settings(), ...more });
  return { code, findings: JSON.parse(output) as Finding[] };
}

async function stateOf(check: string, more: Record<string, string> = {}) {
  const { code, findings } = await examine(more);
  const found = findings.filter((one) => one.check === check && one.state !== 'good');
  return { code, ...found[0] };
}

/** Changes the database, looks, and takes the change back. */
async function broken<T>(change: string, back: string, look: () => Promise<T>): Promise<T> {
  const url = new URL(ownerUrl);
  url.username = 'postgres';
  await askDatabase(url.href, change);
  try {
    return await look();
  } finally {
    await askDatabase(url.href, back);
  }
}

describe('a platform that is well', () => {
  test('is told so, in words and for programs', async () => {
    const words = ['doctor', '--backups', folder];
    await vi.waitUntil(async () => (await stateOf('nodes')).state === undefined, {
      timeout: 60_000,
      interval: 500,
    });
    const { code, output } = await runCommand('admin/main', words, settings());
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^ok +release .*Nothing is wrong\.\n$/s),
    ]);
    const { findings } = await examine();
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['settings', 'server', 'rights', 'clock', 'disk', 'backup', 'books']),
    );
    const { rows } = await askDatabase(
      ownerUrl,
      "select count(*)::int as count from audit_events where action = 'admin.doctor'",
    );
    expect(rows[0].count).toBeGreaterThan(1);
    expect(await mustRun('books', [], settings())).toContain('The books balance.');
  });
});

describe('what is wrong is named, with what to do', () => {
  test('a right that the node lacks, and one that it must not have', async () => {
    const lacking = await broken(
      'revoke execute on function open_call from pitboss_node; revoke insert on users from pitboss_node',
      'grant execute on function open_call to pitboss_node; grant insert on users to pitboss_node',
      () => stateOf('rights'),
    );
    expect(lacking).toMatchObject({
      code: 1,
      says: 'pitboss_node lacks rights: insert users, execute open_call.',
      remedy: expect.stringContaining('Start a node again'),
    });
    const excess = await broken(
      'grant update on entries to pitboss_node',
      'revoke update on entries from pitboss_node',
      () => stateOf('rights'),
    );
    expect(excess).toMatchObject({ code: 1, says: expect.stringContaining('update entries') });
  });

  test('a superuser in the place of a node', async () => {
    const found = await broken(
      'alter role pitboss_node superuser',
      'alter role pitboss_node nosuperuser',
      () => stateOf('roles'),
    );
    expect(found).toMatchObject({
      code: 1,
      state: 'wrong',
      says: expect.stringMatching(
        /^The role pitboss_node of DATABASE_URL is a superuser: it works/,
      ),
    });
  });

  test('two databases, a wrong password, and an owner in the place of a node', async () => {
    const other = await stage.newDatabase('another');
    expect(await stateOf('roles', { DATABASE_URL: nodeUrl(other) })).toMatchObject({
      code: 1,
      says: expect.stringContaining('two different databases'),
    });
    const url = new URL(nodeUrl(ownerUrl));
    url.password = 'not this one';
    expect(await stateOf('roles', { DATABASE_URL: url.href })).toMatchObject({
      code: 1,
      says: expect.stringContaining('password authentication failed'),
    });
    const alone = { DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: '' };
    expect(await stateOf('roles', alone)).toMatchObject({
      code: 0,
      state: 'weak',
      says: expect.stringMatching(/^DATABASE_OWNER_URL is not set, so the node runs as pitboss/),
    });
  });

  test('addresses that are swapped, in the words of a start', async () => {
    const swapped = { DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: nodeUrl(ownerUrl) };
    expect(await stateOf('roles', swapped)).toEqual({
      code: 1,
      check: 'roles',
      state: 'wrong',
      says:
        'DATABASE_URL and DATABASE_OWNER_URL are swapped: the role pitboss of DATABASE_URL has ' +
        "the owner's rights in the database patient, and the role pitboss_node of " +
        'DATABASE_OWNER_URL has not: exchange the two addresses.',
    });
  });

  test('a server that may lose commits', async () => {
    const found = await broken(
      "alter database patient set synchronous_commit = 'off'",
      'alter database patient reset synchronous_commit',
      () => stateOf('server'),
    );
    expect(found).toMatchObject({
      code: 1,
      says: 'synchronous_commit is off: a crash may lose money that was acknowledged.',
    });
  });

  test('a record that was changed', async () => {
    const quiet = 'set session_replication_role = replica;';
    const isSealed = async () => {
      const { rows } = await askDatabase(ownerUrl, 'select position from seals limit 1');
      return rows.length > 0;
    };
    await vi.waitUntil(isSealed, { timeout: 60_000 });
    const sealed = `(select min(id) from audit_events where id in (select unnest(ids) from seals
      where record = 'audit_events'))`;
    const seal = await broken(
      `${quiet} update audit_events set message = message || '!' where id = ${sealed}`,
      `${quiet} update audit_events set message = rtrim(message, '!') where id = ${sealed}`,
      () => stateOf('seal'),
    );
    expect(seal).toMatchObject({ code: 1, says: expect.stringContaining('changed after') });
  });

  test('a database that is not there, or of no release', async () => {
    const url = new URL(ownerUrl);
    url.pathname = '/nowhere';
    const gone = { DATABASE_URL: url.href, DATABASE_OWNER_URL: url.href };
    expect(await stateOf('roles', gone)).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^DATABASE_OWNER_URL names the database nowhere, which is not/),
    });
    url.port = '1';
    const away = { DATABASE_URL: url.href, DATABASE_OWNER_URL: url.href };
    expect(await stateOf('database', away)).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^It cannot be used\. .*ECONNREFUSED/),
    });
    const empty = await stage.newDatabase('empty');
    const none = { DATABASE_URL: empty, DATABASE_OWNER_URL: empty };
    expect(await stateOf('database', none)).toMatchObject({
      code: 1,
      says: expect.stringContaining('start a node of this release on it first'),
    });
  });

  test('no node, and a replica that is none', async () => {
    const replica = { DATABASE_REPLICA_URL: nodeUrl(ownerUrl) };
    expect(await stateOf('replica', replica)).toMatchObject({
      code: 1,
      says: 'DATABASE_REPLICA_URL leads to no replica.',
    });
    await node.end();
    expect(await stateOf('nodes')).toMatchObject({ code: 0, state: 'weak' });
    await node.start();
  });

  test('a clock that is off', async () => {
    const { db, close } = openDatabase({ url: ownerUrl, connectionsMax: 1 });
    try {
      const off = (ms: number) => lookAtClock(db, () => Date.now() + ms);
      expect(await off(45_000)).toMatchObject({ state: 'wrong', check: 'clock' });
      expect(await off(-45_000)).toMatchObject({ state: 'wrong' });
      await sql`select 1`.execute(db);
    } finally {
      await close();
    }
  });

  test('backups that are too old, or none', async () => {
    const own = readConfig(settings());
    const old = join(folder, 'old');
    await mkdir(join(old, 'one'), { recursive: true });
    await writeFile(join(old, 'one', 'backup.json'), '{}');
    const then = new Date(Date.now() - 27 * 3_600_000);
    await utimes(join(old, 'one', 'backup.json'), then, then);
    await mkdir(join(old, 'two.unfinished-1234'));
    expect(await lookAtBackups(own, old)).toMatchObject([
      { state: 'wrong', says: expect.stringMatching(/^The newest is 27 hours old: .*one, /) },
    ]);
    expect(await lookAtBackups(own, join(folder, 'not-there'))).toMatchObject([
      { state: 'wrong', says: expect.stringContaining('There is no backup') },
    ]);
    expect(await lookAtBackups(own, undefined)).toMatchObject([{ state: 'weak' }]);
    const embedded = readConfig({ DATA_DIR: join(folder, 'no-data'), DEMO: 'off' });
    expect(await lookAtBackups(embedded, undefined)).toMatchObject([
      { check: 'backup', state: 'wrong' },
      { check: 'archive', state: 'weak' },
    ]);
  });

  test('settings that are open to the world', () => {
    const open = { ...settings(), HOST: '0.0.0.0' };
    expect(lookAtSettings(readConfig(open))).toMatchObject([
      { state: 'weak', says: expect.stringContaining('without TLS') },
    ]);
    expect(lookAtSettings(readConfig({ ...open, TRUST_PROXY: 'on' }))).toMatchObject([
      { state: 'good' },
    ]);
    expect(lookAtSettings(readConfig({ ...settings(), DEMO: 'on' }))).toMatchObject([
      { state: 'weak', says: expect.stringContaining('DEMO=on') },
    ]);
  });
});

test('the embedded database, with a backup that was made of it', async () => {
  const DATA_DIR = join(folder, 'data');
  const none = await runCommand('admin/main', ['doctor'], { DATA_DIR, DEMO: 'off' });
  expect([none.code, none.output]).toEqual([1, expect.stringContaining('There is no database in')]);
  const own = await startNode('', { DATA_DIR });
  try {
    const before = await runCommand('admin/main', ['doctor'], { DATA_DIR, DEMO: 'off' });
    expect([before.code, before.output]).toEqual([
      1,
      expect.stringContaining('There is no backup.'),
    ]);
    await mustRun('backup', [join(folder, 'backup')], { DATA_DIR });
    const after = await runCommand('admin/main', ['doctor'], { DATA_DIR, DEMO: 'off' });
    expect([after.code, after.output]).toEqual([0, expect.stringMatching(/newest is 0 hours old/)]);
    expect(after.output).toMatch(/weak +archive/);
  } finally {
    await own.end();
  }
});
