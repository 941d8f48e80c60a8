import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { guardedClient } from '../db/guarded-client.ts';
import { embeddedHome } from '../embedded/home.ts';
import { passwordFiles, readPasswords, roles } from '../embedded/passwords.ts';
import {
  copyHashed,
  forEach,
  isEmptyOrMissing,
  isMissing,
  type KeptFile,
  makeFolder,
  removeWhole,
  syncFolder,
  writeHashed,
} from './files.ts';
import { type Manifest, writeManifest } from './manifest.ts';

interface Order {
  dataDir: string;
  /** The address of the running embedded database. */
  url: string;
  folder: string;
  product: string;
  digest: () => Promise<Omit<Manifest['ledger'], 'isStill'>>;
}

/** Of these only the folder belongs into a copy: what is in them ends with the server. */
const emptied = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|subtrans|stat_tmp)\//;
const passedOver = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label)$/;
/** Copied last and whole: it says where recovery begins. */
const control = 'global/pg_control';

/**
 * Copies the cluster of the embedded database while it works, with as much of its log as makes the
 * copy whole. It grows beside its place and is renamed when it is on the disk.
 */
export async function backupCluster(order: Order): Promise<Manifest> {
  if (!(await isEmptyOrMissing(order.folder))) {
    throw new Error(`${order.folder} is not empty: name a folder that is not there yet.`);
  }
  const above = await makeFolder(dirname(order.folder));
  const draft = `${order.folder}.unfinished-${randomBytes(4).toString('hex')}`;
  const client = guardedClient({ connectionString: asSuperuser(order) });
  await client.connect();
  try {
    await makeFolder(draft);
    const manifest = await fill(order, draft, client);
    await writeManifest(draft, manifest);
    for (const folder of manifest.folders) await syncFolder(join(draft, folder));
    await syncFolder(draft);
    await removeWhole(order.folder);
    await rename(draft, order.folder);
    await syncFolder(above);
    return manifest;
  } catch (error) {
    await removeWhole(draft);
    throw error;
  } finally {
    // Ends the backup mode too, and gives up the log that was held for us.
    await client.end();
  }
}

/** Only the superuser may copy the files. */
function asSuperuser({ url: address, dataDir }: Order): string {
  const url = new URL(address);
  url.username = roles.superuser;
  url.password = readPasswords(embeddedHome(dataDir).folder).superuser;
  url.pathname = '/postgres';
  return url.href;
}

async function fill(order: Order, draft: string, client: Client): Promise<Manifest> {
  const home = embeddedHome(order.dataDir);
  const before = await order.digest();
  const slot = `backup_${randomBytes(6).toString('hex')}`;
  // Until we are done no log that we need is thrown away.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const started = await one<{ at: Date; lsn: string }>(
    client,
    "select clock_timestamp() as at, pg_backup_start('pitboss', fast => true)::text as lsn",
  );
  const { files, folders } = await copyCluster(home.cluster, draft);
  const { at: endedAt } = await one<{ at: Date }>(client, 'select clock_timestamp() as at');
  const stopped = await one<{ lsn: string; label: string; spaces: string }>(
    client,
    `select lsn::text, labelfile as label, spcmapfile as spaces
     from pg_backup_stop(wait_for_archive => false)`,
  );
  if (stopped.spaces.trim() !== '') throw new Error('The cluster has tablespaces elsewhere.');
  files.push(await keep(draft, 'cluster/backup_label', stopped.label));
  const wal = await walNames(client, started.lsn, stopped.lsn);
  const histories = await readdir(join(home.cluster, 'pg_wal'));
  for (const name of [...wal, ...histories.filter((file) => file.endsWith('.history'))]) {
    const path = `cluster/pg_wal/${name}`;
    const copied = await copyHashed(join(home.cluster, 'pg_wal', name), join(draft, path));
    files.push({ path, ...copied });
  }
  for (const name of passwordFiles.filter((one) => existsSync(join(home.folder, one)))) {
    files.push(await keep(draft, name, await readFile(join(home.folder, name))));
  }
  const after = await order.digest();
  const system = await one<{ id: string; version: string }>(
    client,
    `select system_identifier::text as id, current_setting('server_version') as version
     from pg_control_system()`,
  );
  return {
    format: 1,
    startedAt: started.at.toISOString(),
    endedAt: endedAt.toISOString(),
    product: order.product,
    postgres: system.version,
    systemIdentifier: system.id,
    startLsn: started.lsn,
    stopLsn: stopped.lsn,
    firstWal: wal[0] ?? '',
    lastWal: wal.at(-1) ?? '',
    ledger: { ...before, isStill: after.sha256 === before.sha256 },
    folders,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

async function one<Row>(client: Client, statement: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query(statement, values);
  return rows[0];
}

async function keep(draft: string, path: string, content: Buffer | string): Promise<KeptFile> {
  return { path, ...(await writeHashed(join(draft, path), content)) };
}

/** Every folder, and every file that is still there when its turn comes. */
async function copyCluster(cluster: string, draft: string) {
  const folders = ['cluster'];
  const wanted: string[] = [];
  await makeFolder(draft, 'cluster');
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    const path = relative(cluster, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isDirectory()) {
      if (passedOver.test(path) || emptied.test(path)) continue;
      folders.push(`cluster/${path}`);
      await makeFolder(draft, 'cluster', path);
    } else if (!emptied.test(path) && !passedOver.test(path) && path !== control) {
      wanted.push(path);
    }
  }
  const files: KeptFile[] = [];
  await forEach(wanted, async (path) => {
    try {
      const to = join(draft, 'cluster', path);
      files.push({ path: `cluster/${path}`, ...(await copyHashed(join(cluster, path), to)) });
    } catch (error) {
      // A table that was dropped meanwhile; its folder cannot be gone.
      if (!isMissing(error)) throw error;
    }
  });
  files.push(await keep(draft, `cluster/${control}`, await readTwice(join(cluster, control))));
  return { files, folders };
}

/** It is overwritten in place: two readings that agree met no half of a change. */
async function readTwice(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    await sleep(20);
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

/** The files of the log from one place in it to another, once all of that is on the disk. */
async function walNames(client: Client, from: string, to: string): Promise<string[]> {
  for (;;) {
    const { flushed } = await one<{ flushed: boolean }>(
      client,
      'select pg_current_wal_flush_lsn() >= $1::pg_lsn as flushed',
      [to],
    );
    if (flushed) break;
    await sleep(20);
  }
  const { rows } = await client.query<{ name: string }>(
    `with size as (select setting::numeric as bytes from pg_settings
       where name = 'wal_segment_size')
     select pg_walfile_name($1::pg_lsn + n * bytes) as name
     from size cross join lateral generate_series(0, trunc(($2::pg_lsn - '0/1'::pg_lsn) / bytes)
       - trunc(($1::pg_lsn - '0/0'::pg_lsn) / bytes)) n
     order by n`,
    [from, to],
  );
  return rows.map((row) => row.name);
}
