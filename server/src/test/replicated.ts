import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@pitboss/testkit/free-port';
import { startThrowAway } from '@pitboss/testkit/throw-away';
import pg from 'pg';
import { isConflict } from '../db/database-errors.ts';
import { embeddedBinaries } from '../embedded/binaries.ts';
import { type EmbeddedHome, embeddedHome, shelter } from '../embedded/home.ts';
import { isServerOf, launchServer } from '../embedded/server.ts';

export interface Replicated {
  url: string;
  replicaUrl: string;
  /** Asks the primary as its administrator. */
  askPrimary(question: string): Promise<unknown>;
  /** Asks the replica as its administrator, who may hold its replay up. */
  askReplica(question: string): Promise<unknown>;
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

const settings = { shared_buffers: '32MB', fsync: 'off' };

/** A primary and a streaming replica of it, both made of the embedded PostgreSQL. */
export async function replicated(further: Record<string, string> = {}): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-replica-'));
  const primary = await startThrowAway({
    dataDir: join(folder, 'primary'),
    listen: 'tcp',
    settings: { ...settings, ...further },
  });
  const { password } = new URL(primary.url);
  const port = await freePort();
  const replicaUrl = withPort(primary.url, port);
  const home = embeddedHome(join(folder, 'replica'));
  const bin = await embeddedBinaries(home.user, home.user ? shelter : home.folder);
  await copyCluster(asAdministrator(primary.url), join(primary.folder, 'cluster'), home);
  const primaryPort = new URL(primary.url).port;
  await appendFile(
    join(home.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password}'\n`,
  );
  let pid = 0;
  const startReplica = async () => {
    // A read that stands in the way of the replay is cancelled immediately.
    const own = { ...settings, max_standby_streaming_delay: '0' };
    pid = (await launchServer(home, { bin, address: { port }, settings: own })).pid;
  };
  const killReplica = async () => {
    // A test that failed may have left it killed: what is left is ended all the same.
    if (isServerOf(home.cluster, pid)) process.kill(pid, 'SIGQUIT');
    while (isServerOf(home.cluster, pid)) await sleep(20);
  };
  await startReplica();
  return {
    url: primary.url,
    replicaUrl,
    startReplica,
    killReplica,
    askPrimary: (question) => ask(asAdministrator(primary.url), question),
    askReplica: (question) => askAgain(asAdministrator(replicaUrl), question),
    close: async () => {
      await killReplica();
      await primary.stop();
      for (const made of [primary.folder, home.folder, folder]) {
        await rm(made, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

/** Copies a running cluster as PostgreSQL's own manual says, for want of `pg_basebackup`. */
async function copyCluster(adminUrl: string, from: string, to: EmbeddedHome): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  await promisify(execFile)('cp', ['-a', from, to.cluster]);
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  await rm(join(to.cluster, 'postmaster.pid'));
  const signs = { backup_label: rows[0].labelfile, 'standby.signal': '' };
  for (const [name, text] of Object.entries(signs)) {
    const path = join(to.cluster, name);
    await writeFile(path, text, { mode: 0o600 });
    if (to.user) await chown(path, to.user.uid, to.user.gid);
  }
}

/** Until no replay cancels it: one that is let go on may meet the very question that let it. */
async function askAgain(url: string, question: string): Promise<unknown> {
  for (;;) {
    try {
      return await ask(url, question);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

function withPort(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

function asAdministrator(url: string): string {
  const other = new URL(url);
  other.username = 'postgres';
  return other.href;
}
