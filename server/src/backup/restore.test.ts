import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment } from '@pitboss/testkit/bare-environment';
import { programOf } from '@pitboss/testkit/program-of';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { ledgerDigest } from '../ledger/digest.ts';
import {
  type BackupStage,
  backUp,
  backupStage,
  endLogFile,
  keepDepositing,
  restore,
} from '../test/backup-stage.ts';
import { type Manifest, writeManifest } from './manifest.ts';

// Each copies a whole cluster, which a busy disk takes its time for.
vi.setConfig({ testTimeout: 300_000 });

const isRoot = process.getuid?.() === 0;
let stage: BackupStage;
let backup: Manifest;
/** The archive of this database, and its files. */
let logFolder: string;
let logFiles: string[];

beforeAll(async () => {
  stage = await backupStage();
  backup = await backUp(stage, 'sound');
  for (let file = 0; file < 3; file++) {
    const load = keepDepositing(stage, file);
    await load.more(20);
    await load.stop();
    await endLogFile(stage.app, stage.archive);
  }
  logFolder = join(stage.archive, backup.systemIdentifier);
  logFiles = readdirSync(logFolder).filter((name) => name.slice(0, 24) > backup.lastWal);
});

afterAll(async () => {
  const noticed = damages.filter((said) => said !== 'it was restored').length;
  const holds = noticed === damages.length;
  const line = { row: 'R19', what: 'damage', seed: 0, planted: damages.length, noticed, holds };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await stage.close();
});

/** What each planted damage was answered with. */
const damages: string[] = [];

const at = (...path: string[]) => join(stage.folder, ...path);

/** What the restore says instead of restoring, and that it left no database. */
async function refusal(order: { from?: string; until?: Date; archive?: string }): Promise<string> {
  await rm(at('refused-data'), { recursive: true, force: true });
  const attempt = restore(stage, { from: 'copy', to: 'refused-data', ...order });
  const said = await attempt.then(
    () => 'it was restored',
    (error: Error) => error.message,
  );
  damages.push(said);
  const database = at('refused-data', 'database');
  if (existsSync(database)) expect(readdirSync(database)).toEqual([]);
  return said;
}

describe('a backup that is not whole is refused', () => {
  beforeAll(() => cp(at('sound'), at('copy'), { recursive: true }));

  /** Whatever a test has done to them. */
  afterEach(async () => {
    for (const path of [table(), walFile(), ...small])
      await cp(at('sound', path), at('copy', path));
  });

  const small = [
    'cluster/global/pg_control',
    'cluster/backup_label',
    'password-owner',
    'backup.json',
  ];
  const walFile = () => `cluster/pg_wal/${backup.firstWal}`;
  const table = () =>
    backup.files
      .filter(({ path }) => /base\/\d+\/\d+$/.test(path))
      .reduce((one, other) => (one.bytes > other.bytes ? one : other)).path;

  function flipBit(path: string): void {
    const content = readFileSync(at('copy', path));
    const middle = content.length >> 1;
    content.writeUInt8(content.readUInt8(middle) ^ 1, middle);
    writeFileSync(at('copy', path), content);
  }

  test('the control: the same copy, untouched, is restored', async () => {
    const sound = await restore(stage, { from: 'copy', to: 'control-data' });
    expect(sound).toMatchObject({ faults: [], digest: { sha256: backup.ledger.sha256 } });
  });

  test.each([
    ['a table', () => table()],
    ['the log', () => walFile()],
    ['the control file', () => 'cluster/global/pg_control'],
    ['the label', () => 'cluster/backup_label'],
    ['a password', () => 'password-owner'],
  ])('one bit of %s changed', async (_what, path) => {
    flipBit(path());
    expect(await refusal({})).toBe(
      `The backup in ${at('copy')} is damaged: ${path()} was changed.`,
    );
  });

  test.each([
    ['a table', () => table()],
    ['the log', () => walFile()],
    ['the label', () => 'cluster/backup_label'],
  ])('%s missing', async (_what, path) => {
    await rm(at('copy', path()));
    expect(await refusal({})).toBe(`The backup in ${at('copy')} is damaged: ${path()} is missing.`);
  });

  test('a table cut short, and one grown', async () => {
    writeFileSync(at('copy', table()), readFileSync(at('copy', table())).subarray(0, 8_192));
    expect(await refusal({})).toContain(`${table()} was changed.`);
    appendFileSync(at('copy', table()), Buffer.alloc(8_192));
    expect(await refusal({})).toContain(`${table()} was changed.`);
  });

  test('its list changed, broken or missing', async () => {
    const list = at('copy', 'backup.json');
    const text = readFileSync(list, 'utf8');
    writeFileSync(list, text.replace(table(), `${table()}0`));
    expect(await refusal({})).toBe(`The backup in ${at('copy')} is damaged: ${list} was changed.`);
    writeFileSync(list, text.slice(0, -100));
    expect(await refusal({})).toBe(`The backup in ${at('copy')} is damaged: ${list} was changed.`);
    await rm(list);
    expect(await refusal({})).toBe(`There is no backup in ${at('copy')}: ${list} is missing.`);
  });
});

describe('an archive that does not lead there is refused', () => {
  const order = () => ({ from: 'sound', archive: at('archive-copy') });
  const copied = (name = '') => at('archive-copy', backup.systemIdentifier, name);

  beforeEach(async () => {
    await rm(at('archive-copy'), { recursive: true, force: true });
    await cp(stage.archive, at('archive-copy'), { recursive: true });
  });

  test('the control: the same archive, untouched, leads to the newest change', async () => {
    const newest = await restore(stage, { to: 'all-data', ...order() });
    expect(newest).toMatchObject({ faults: [], digest: await ledgerDigest(stage.app.db) });
    expect(newest.digest.sha256).not.toBe(backup.ledger.sha256);
  });

  test('a file of the log missing in the middle', async () => {
    const [, middle = ''] = logFiles;
    await rm(copied(middle));
    const name = middle.slice(0, 24);
    expect(await refusal(order())).toContain(`The archive has a hole: ${name} is missing.`);
  });

  test('a file of the log damaged, packed and not packed', async () => {
    const [, middle = ''] = logFiles;
    const content = readFileSync(copied(middle));
    writeFileSync(copied(middle), content.subarray(0, content.length >> 1));
    const sentence = (name: string) => `The file ${copied(name)} of the archive is damaged.`;
    expect(await refusal(order())).toBe(sentence(middle));
    await rm(copied(middle));
    const plain = middle.replace('.gz', '');
    writeFileSync(copied(plain), Buffer.alloc(8_192));
    expect(await refusal(order())).toBe(sentence(plain));
    // Of the right length but empty: PostgreSQL takes that for the end, and we do not.
    writeFileSync(copied(plain), Buffer.alloc(16 << 20));
    expect(await refusal(order())).toBe(
      'The archive is damaged: PostgreSQL could not read it to its end.',
    );
  });

  test('a time before the backup, and one that the archive does not reach', async () => {
    const early = new Date(Date.parse(backup.endedAt) - 60_000);
    expect(await refusal({ ...order(), until: early })).toBe(
      `The backup ended at ${backup.endedAt}: name a later time, or take an older backup.`,
    );
    const late = new Date(Date.now() + 3_600_000);
    expect(await refusal({ ...order(), until: late })).toMatch(
      /^The archive does not reach \S+Z: its last change is of 2\S+ \S+ UTC\./,
    );
    expect(await refusal({ from: 'sound', until: late })).toBe(
      'A restore to a time needs the archive: name it.',
    );
  });

  test('an archive of another database', async () => {
    await rename(copied(), at('archive-copy', '123'));
    expect(await refusal(order())).toBe(
      `There is no archive of this backup's database in ${at('archive-copy')}.`,
    );
  });
});

test('a data folder that holds a database is left alone', async () => {
  const before = await ledgerDigest(stage.app.db);
  await expect(restore(stage, { from: 'sound', to: 'data' })).rejects.toThrow(
    `${stage.dataDir} already holds a database: set DATA_DIR to a new folder.`,
  );
  expect(await ledgerDigest(stage.app.db)).toEqual(before);
});

interface Ended {
  code: number | null;
  output: string;
}

/** The command as an operator gives it, killed when the work has begun if so wished. */
function command(name: string, args: string[], env: object, killWhen?: () => boolean) {
  const child = spawn(process.execPath, [programOf(name), ...args], {
    env: { ...bareEnvironment, ...env },
  });
  const timer = setInterval(() => killWhen?.() && child.kill('SIGKILL'), 5);
  return new Promise<Ended>((done) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('close', (code) => {
      clearInterval(timer);
      done({ code, output });
    });
  });
}

describe('the commands', () => {
  test('back up and restore, and tell the same ledger', async () => {
    const env = { DATA_DIR: stage.dataDir };
    const made = await command('backup', [at('by-command')], env);
    const { sha256 } = await ledgerDigest(stage.app.db);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(sha256) });
    const again = await command('backup', [at('by-command')], env);
    expect(again.output).toContain('is not empty: name a folder that is not there yet.');
    const restored = await command('restore', [at('by-command')], { DATA_DIR: at('command-data') });
    expect(restored.output).toContain(sha256);
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/books balance\.\n$/),
    });
  });

  test('a wrong order is answered with how to use them', async () => {
    const orders: [string, string[], string][] = [
      ['backup', [], 'Use: npm run backup'],
      ['backup', ['--fast'], 'Use: npm run backup'],
      ['restore', [], 'Use: npm run restore'],
      ['restore', ['x', '--until', 'yesterday'], 'Use: npm run restore'],
      ['restore', ['x', '--until', '2026-11-15T10:00:00'], 'Use: npm run restore'],
      ['restore', ['x', '--since', '2026'], 'Use: npm run restore'],
    ];
    const answers = await Promise.all(
      orders.map(([name, args]) => command(name, args, { DATA_DIR: at('unused-data') })),
    );
    for (const [index, { code, output }] of answers.entries()) {
      expect([code, output]).toEqual([1, expect.stringContaining(orders[index]?.[2] ?? '')]);
    }
  });

  test('are not for a PostgreSQL of somebody else', async () => {
    const env = { DATABASE_URL: stage.app.url };
    const digest = await command('backup', ['--digest'], env);
    expect(digest.output).toContain((await ledgerDigest(stage.app.db)).sha256);
    const { code, output } = await command('backup', [at('foreign')], env);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('back it up with its own programs'),
    ]);
  });

  test('a backup that was killed is no backup, and the next one works', async () => {
    const unfinished = () =>
      readdirSync(stage.folder).find((name) => name.startsWith('killed.unfinished-'));
    const hasBegun = () => existsSync(at(unfinished() ?? 'none', 'cluster', 'base'));
    await command('backup', [at('killed')], { DATA_DIR: stage.dataDir }, hasBegun);
    expect(existsSync(at('killed'))).toBe(false);
    expect(await refusal({ from: unfinished() ?? '' })).toMatch(/^There is no backup in/);
    await backUp(stage, 'killed');
    expect(existsSync(at('killed', 'backup.json'))).toBe(true);
  });

  test('a restore that was killed leaves no database, and the next one works', async () => {
    const home = at('half-data', 'database');
    const hasBegun = () =>
      existsSync(home) && readdirSync(home).some((name) => name.startsWith('unfinished-'));
    await command('restore', [at('sound')], { DATA_DIR: at('half-data') }, hasBegun);
    expect(existsSync(join(home, 'cluster'))).toBe(false);
    const next = await restore(stage, { from: 'sound', to: 'half-data' });
    expect(next.digest.sha256).toBe(backup.ledger.sha256);
    expect(readdirSync(home).sort()).toEqual([
      'cluster',
      'password-node',
      'password-owner',
      'password-superuser',
    ]);
  });
});

test('a backup of a release with one password is restored, and its roles get their own', async () => {
  await cp(at('sound'), at('one-password'), { recursive: true });
  const isPassword = ({ path }: { path: string }) => path.startsWith('password-');
  const [kept] = backup.files.filter(isPassword);
  const others = backup.files.filter((file) => !isPassword(file));
  await cp(at('sound', kept?.path ?? ''), at('one-password', 'password'));
  for (const { path } of backup.files.filter(isPassword)) await rm(at('one-password', path));
  await rm(at('one-password', 'backup.json'));
  const files = [...others, ...(kept ? [{ ...kept, path: 'password' }] : [])];
  await writeManifest(at('one-password'), { ...backup, files });
  const { digest } = await restore(stage, { from: 'one-password', to: 'one-data' });
  expect(digest.sha256).toBe(backup.ledger.sha256);
  const embedded = await startEmbedded({ dataDir: at('one-data') });
  await embedded.stop();
  const urls = [embedded.url, embedded.nodeUrl].map((url) => new URL(url).password);
  expect(new Set(urls).size).toBe(2);
  expect(existsSync(join(embedded.folder, 'password'))).toBe(false);
});

test.runIf(isRoot)('all of it works where only root may look', async () => {
  await mkdir(at('closed'), { mode: 0o700 });
  await rename(at('sound'), at('closed', 'sound'));
  await cp(stage.archive, at('closed', 'archive'), { recursive: true });
  await chmod(at('closed', 'archive'), 0o700);
  const order = { from: 'closed/sound', to: 'closed/data', archive: at('closed', 'archive') };
  const { digest } = await restore(stage, order);
  expect(digest).toEqual(await ledgerDigest(stage.app.db));
  const dataDir = at('closed', 'data');
  const embedded = await startEmbedded({ dataDir });
  try {
    expect(embedded.folder).not.toContain(stage.folder);
    const made = await command('backup', [at('closed', 'again')], { DATA_DIR: dataDir });
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(digest.sha256) });
    const again = await restore(stage, { from: 'closed/again', to: 'open-data' });
    expect(again.digest).toEqual(digest);
    const refused = startEmbedded({ dataDir: at('new-data'), archive: at('closed', 'archive') });
    await expect(refused).rejects.toThrow('set BACKUP_ARCHIVE to a folder that it may enter.');
  } finally {
    await embedded.stop();
    await rm(embedded.folder, { recursive: true, force: true });
  }
});

test('an archive that fails is told by the next backup', async () => {
  const { db } = stage.app;
  const env = { DATA_DIR: stage.dataDir, BACKUP_ARCHIVE: stage.archive };
  expect((await command('backup', [at('before')], env)).output).not.toContain('WARNING');
  const { rows } = await sql<{ name: string }>`
    select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db);
  const name = rows[0]?.name ?? '';
  writeFileSync(join(logFolder, `${name}.gz`), 'the file of somebody else');
  const fails = () => sql`select 1 from pg_stat_archiver where failed_count > 0`.execute(db);
  await backUp(stage, 'ends-the-file');
  await vi.waitUntil(async () => (await fails()).rows.length > 0, { timeout: 120_000 });
  const { output } = await command('backup', [at('after')], env);
  expect(output).toContain(`WARNING: ${name} could not be archived: see the database's log.`);
});
