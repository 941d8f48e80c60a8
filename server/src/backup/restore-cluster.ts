import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, urlOf } from '../embedded/address.ts';
import { embeddedBinaries, program } from '../embedded/binaries.ts';
import { giveTo, removeUnfinished, unfinished } from '../embedded/cluster.ts';
import { type EmbeddedHome, embeddedHome, shelter } from '../embedded/home.ts';
import { embeddedLock } from '../embedded/lock.ts';
import { passwordFiles, readPasswords } from '../embedded/passwords.ts';
import { type EmbeddedServer, launchServer, stopServer } from '../embedded/server.ts';
import { areItsPasswords, setPasswordsAlone } from '../embedded/set-passwords-alone.ts';
import { hasSockets, leaveSocketFolder, socketAddress } from '../embedded/socket.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { copyHashed, forEach, isMissing, makeFolder, syncFolder } from './files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { refuseLinks } from './paths.ts';
import { announceHistory, cameTo, refuseHole, unpackArchive } from './restore-wal.ts';

interface Order {
  folder: string;
  dataDir: string;
  /** Without it the database becomes what it was at the backup's end. */
  archive?: string | undefined;
  /** Without it everything in the archive is taken. */
  until?: Date | undefined;
}

const recoverLimitMs = 6 * 3_600_000;

/**
 * Makes the database of a data folder from a backup. All is done in a folder beside its place,
 * recovery too, and renamed at the end: a restore that was broken off leaves no database.
 */
export async function restoreCluster<T>(
  order: Order,
  look: (url: string, backup: Manifest) => Promise<T>,
): Promise<T> {
  const backup = await readManifest(order.folder);
  refuseTime(order, backup);
  const home = embeddedHome(order.dataDir);
  if (existsSync(home.cluster)) {
    throw new Error(`${order.dataDir} already holds a database: set DATA_DIR to a new folder.`);
  }
  const release = await embeddedLock(home.folder);
  try {
    const bin = await embeddedBinaries(home.user, home.user ? shelter : home.folder);
    await refuseVersion(bin, home, backup);
    const making = await mkdtemp(join(home.folder, unfinished));
    const draft = { folder: making, cluster: join(making, 'cluster'), user: home.user };
    try {
      await copyBack(order.folder, making, backup);
      const answer = await recover(order, draft, bin, backup, look);
      await putInPlace(draft, home);
      return answer;
    } finally {
      await removeUnfinished(home);
    }
  } finally {
    release();
  }
}

function refuseTime({ until, archive }: Order, backup: Manifest): void {
  if (until && !archive) throw new Error('A restore to a time needs the archive: name it.');
  if (until && until < new Date(backup.endedAt)) throw new Error(tooEarly(backup));
}

function tooEarly({ endedAt }: Manifest): string {
  return `The backup ended at ${endedAt}: name a later time, or take an older backup.`;
}

async function refuseVersion(bin: string, { user }: EmbeddedHome, backup: Manifest): Promise<void> {
  const postgres = join(bin, program('postgres'));
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { ...user, cwd: bin });
  const major = /(\d+)/.exec(stdout)?.[1];
  if (major === backup.postgres.split('.')[0]) return;
  throw new Error(
    `The backup is of PostgreSQL ${backup.postgres}, and this release of Pitboss has ${major}: ` +
      `restore it with Pitboss ${backup.product}.`,
  );
}

/**
 * Takes every file that the backup lists, and none that is not as it was. PostgreSQL brings all of
 * them to the disk before it recovers.
 */
async function copyBack(from: string, to: string, backup: Manifest): Promise<void> {
  await refuseLinks(from, [...backup.folders, ...backup.files.map((file) => file.path)]);
  for (const folder of backup.folders) await makeFolder(to, folder);
  await forEach(backup.files, async ({ path, sha256 }) => {
    const copying = copyHashed(join(from, path), join(to, path), { isDurable: false });
    const copied = await copying.catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      throw new Error(`The backup in ${from} is damaged: ${path} is missing.`);
    });
    if (copied.sha256 !== sha256) {
      throw new Error(`The backup in ${from} is damaged: ${path} was changed.`);
    }
  });
}

/** Lets PostgreSQL replay its log in the draft, looks at the outcome and stops it. */
async function recover<T>(
  order: Order,
  draft: EmbeddedHome,
  bin: string,
  backup: Manifest,
  look: (url: string, backup: Manifest) => Promise<T>,
): Promise<T> {
  const wal = await makeFolder(draft.folder, 'wal');
  const last = order.archive ? await unpackArchive(order.archive, backup, wal) : undefined;
  if (last && !order.until) await refuseHole(wal, backup, last);
  // With it PostgreSQL begins a history of its own and can never be mistaken for the old one.
  await writeFile(join(draft.cluster, 'recovery.signal'), '', { mode: 0o600 });
  if (draft.user) await giveTo(draft.folder, draft.user.uid, draft.user.gid);
  const settings = {
    restore_command: restoreCommand(wal),
    recovery_target_action: 'promote',
    // This early PostgreSQL knows no names of time zones, not even Z.
    ...(order.until && { recovery_target_time: order.until.toISOString().replace('Z', '+00') }),
    archive_mode: 'off',
    hot_standby: 'off',
  };
  const address = hasSockets ? await socketAddress(draft) : { port: await freePort(0) };
  const launch = { bin, address, settings, limitMs: recoverLimitMs };
  let server: EmbeddedServer = await launchServer(draft, launch).catch((error: unknown) => {
    leaveSocketFolder(draft, address);
    throw new Error(reasonOf(error, order, backup));
  });
  try {
    if (last && !order.until && !(await cameTo(last, draft.cluster, backup))) {
      throw new Error('The archive is damaged: PostgreSQL could not read it to its end.');
    }
    const passwords = readPasswords(draft.folder);
    // They were changed after the backup, and the archive brought the change.
    if (!(await areItsPasswords(address, passwords))) {
      await stopServer(draft, bin, server.pid);
      await setPasswordsAlone(draft, bin, passwords);
      server = await launchServer(draft, { bin, address, settings: { archive_mode: 'off' } });
    }
    return await look(urlOf(address, 'owner', passwords), backup);
  } finally {
    await stopServer(draft, bin, server.pid);
    leaveSocketFolder(draft, address);
  }
}

function restoreCommand(folder: string): string {
  const path = folder.replaceAll('%', '%%');
  if (process.platform === 'win32') return `copy "${path}\\%f" "%p"`;
  return `cp '${path.replaceAll("'", "'\\''")}/%f' "%p" 2> /dev/null`;
}

/** What PostgreSQL says when it cannot come to the time that was asked for. */
function reasonOf(error: unknown, { until }: Order, backup: Manifest): string {
  const said = sentenceOf(error);
  if (said.includes('stop point is before consistent')) return tooEarly(backup);
  if (!said.includes('recovery ended before configured recovery target')) return said;
  const last = /last completed transaction was at log time (\S+ \S+)/.exec(said)?.[1];
  return (
    `The archive does not reach ${until?.toISOString()}: its last change is of ` +
    `${last ?? backup.endedAt} UTC. Name an earlier time, or none for all that it has.`
  );
}

/** The cluster comes last: where it is, everything is. */
async function putInPlace(draft: EmbeddedHome, home: EmbeddedHome): Promise<void> {
  await announceHistory(draft);
  for (const name of passwordFiles) {
    await rm(join(home.folder, name), { force: true });
    if (!existsSync(join(draft.folder, name))) continue;
    const password = await readFile(join(draft.folder, name));
    await writeFile(join(home.folder, name), password, { mode: 0o600, flush: true });
  }
  await rename(draft.cluster, home.cluster);
  await syncFolder(home.folder);
}
