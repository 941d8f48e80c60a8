import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFolder } from '../test/open-folder.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { restoreCluster } from './restore-cluster.ts';

const content = 'planted';
const sha256 = createHash('sha256').update(content).digest('hex');
let folder: string;
let backup: string;

beforeEach(async () => {
  folder = await openFolder('pitboss-planted-');
  backup = join(folder, 'backup');
  await mkdir(join(backup, 'cluster'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const sound: Manifest = {
  format: 1,
  product: 'test',
  postgres: '18.0',
  systemIdentifier: '7',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  startLsn: '0/1',
  stopLsn: '0/2',
  firstWal: '0'.repeat(24),
  lastWal: '0'.repeat(24),
  ledger: { sha256: '', accounts: 0, transfers: 0, entries: 0, isStill: true },
  folders: ['cluster'],
  files: [],
};

/** What a restore says of a backup whose list has these changes and the right hash. */
async function refusal(changes: Partial<Manifest>): Promise<string> {
  await rm(join(backup, 'backup.json'), { force: true });
  await writeManifest(backup, { ...sound, ...changes });
  const order = { folder: backup, dataDir: join(folder, 'data') };
  return restoreCluster(order, async () => {}).then(
    () => 'it was restored',
    (error: Error) => error.message,
  );
}

test.each([
  '../outside',
  '../../outside',
  'cluster/../../outside',
  'cluster/./x',
  'cluster//x',
  '/etc/outside',
  'outside',
  'cluster\\..\\..\\outside',
  'C:/outside',
  'cluster/x:stream',
  'cluster/x\u0000y',
  'cluster/tablespace_map',
  'cluster/pg_tblspc/16400',
  '',
])('a backup that names %j is refused, as a file and as a folder', async (path) => {
  const sentence = `is not one of ours: ${join(backup, 'backup.json')} names ${JSON.stringify(path)}.`;
  await writeFile(join(folder, 'outside-of-backup'), content);
  const before = readdirSync(folder);
  expect(await refusal({ files: [{ path, bytes: content.length, sha256 }] })).toContain(sentence);
  expect(await refusal({ folders: ['cluster', path] })).toContain(sentence);
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  [{ systemIdentifier: '../../outside' }],
  [{ firstWal: '../../outside' }],
  [{ lastWal: '../../outside' }],
])('a list with %j is no list of ours: these lead to files too', async (changes) => {
  const written = writeManifest(backup, { ...sound, ...changes });
  await expect(written).rejects.toThrow(Object.keys(changes)[0]);
});

test.each([
  ['a file', 'cluster/secret', 'cluster/secret'],
  ['a folder', 'cluster/base/secret', 'cluster/base'],
])('a link in the place of %s is refused', async (_what, path, link) => {
  const outside = join(folder, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), content);
  const isFile = path === link;
  await symlink(isFile ? join(outside, 'secret') : outside, join(backup, link));
  const folders = isFile ? ['cluster'] : ['cluster', 'cluster/base'];
  const said = await refusal({ folders, files: [{ path, bytes: content.length, sha256 }] });
  expect(said).toBe(`The backup in ${backup} is not one of ours: ${link} is a link.`);
  const home = join(folder, 'data', 'database');
  if (existsSync(home)) expect(readdirSync(home)).toEqual([]);
  expect(existsSync(join(folder, 'data', 'database-is-elsewhere.txt'))).toBe(false);
});

test('the control: the same list without a stray is read', async () => {
  const path = 'cluster/PG_VERSION';
  await writeFile(join(backup, path), content);
  const files = [{ path, bytes: content.length, sha256 }];
  // PostgreSQL does not take it for a cluster; what matters is that it was let so far.
  expect(await refusal({ files })).toMatch(/The embedded database ended while it started/);
});
