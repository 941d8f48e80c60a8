import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../cluster/place.ts';
import { assertRootOnDebian, makeDebian, must } from '../debian/make-debian.ts';

const packages = [
  'patroni',
  'python3-etcd',
  'python3-psycopg2',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'postgresql-17',
];
const patroniMin = [4, 0, 7];

/** A place with a Debian in it. */
export interface DebianPlace extends Place {
  debian: string;
}

/** Where three machines live on this one: a folder, a Debian in it, and what was started there. */
export function openPlace(wish: string | undefined): DebianPlace {
  assertRootOnDebian('The three machines live in a chroot');
  const folder = realpathSync(wish ? made(resolve(wish)) : mkdtempSync(join(tmpdir(), 'pitboss-')));
  const debian = join(folder, 'debian');
  const mounts = listMounts(debian);
  if (mounts.length > 0) {
    throw new Error(
      `${folder} is in use, or a run in it was killed. Then end what is left of it, and umount ` +
        `${mounts.join(' ')}`,
    );
  }
  return { folder, debian, user: {}, started: [], isStopping: false };
}

function made(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes the Debian unless it is there already, and mounts what its programs need. */
export async function ensureDebian({ folder, debian }: DebianPlace): Promise<void> {
  const stamp = join(debian, '.pitboss-complete');
  if (!existsSync(stamp)) {
    if (readdirSync(folder).length > 0) {
      throw new Error(`${folder} is not empty: name an empty folder, or none.`);
    }
    await makeDebian({ folder, debian, release: 'trixie' });
    await addPrograms(debian);
    writeFileSync(stamp, '');
  }
  await refuseOldPatroni(debian);
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.log')) rmSync(join(folder, file));
  }
  await must('mount', ['-t', 'proc', 'proc', join(debian, 'proc')]);
  // PostgreSQL's shared memory; the devices themselves were made by debootstrap.
  await must('mount', ['-t', 'tmpfs', 'tmpfs', join(debian, 'dev', 'shm')]);
}

async function addPrograms(debian: string): Promise<void> {
  // Nothing is started by being installed.
  const policy = join(debian, 'usr', 'sbin', 'policy-rc.d');
  writeFileSync(policy, '#!/bin/sh\nexit 101\n');
  chmodSync(policy, 0o755);
  const settings = made(join(debian, 'etc', 'postgresql-common'));
  writeFileSync(join(settings, 'createcluster.conf'), 'create_main_cluster = false\n');
  console.log(`Installing ${packages.join(', ')}…`);
  const apt = [debian, '/usr/bin/apt-get', '-q'];
  const quiet = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  await must('chroot', [...apt, 'update'], quiet);
  await must('chroot', [...apt, 'install', '-y', '--no-install-recommends', ...packages], quiet);
}

async function refuseOldPatroni(debian: string): Promise<void> {
  const said = await must('chroot', [debian, '/usr/bin/dpkg', '-s', 'patroni']);
  assertPatroni(/^Version: (.*)$/m.exec(said)?.[1] ?? '0');
}

/** 3.0.2, which Debian 12 has, let a leader that had hung take its key back. */
export function assertPatroni(version: string): void {
  const parts = version.split(/[^0-9]+/).map(Number);
  const differs = patroniMin.findIndex((least, index) => parts[index] !== least);
  if (differs < 0 || (parts[differs] ?? 0) > (patroniMin[differs] ?? 0)) return;
  throw new Error(
    `This is Patroni ${version}; it must be ${patroniMin.join('.')} or newer. Before that, ` +
      'commits that were acknowledged are lost when a hung leader wakes up.',
  );
}

/** A program inside, as the account that PostgreSQL has there. */
export function inside({ debian }: DebianPlace, path: string, args: string[]) {
  return {
    command: 'chroot',
    args: ['--userspec=postgres:postgres', debian, path, ...args],
  };
}

/** What runs inside, whoever's child it has become. */
function listInside(place: DebianPlace): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isInside(place, pid));
}

export function isInside({ debian }: DebianPlace, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/root`) === debian;
  } catch {
    return false;
  }
}

/** Ends what is left inside, takes the mounts away and, where nobody named it, the folder. */
export async function closePlace(place: DebianPlace, isKept: boolean): Promise<void> {
  for (let left = listInside(place); left.length > 0; left = listInside(place)) {
    for (const pid of left) signal(pid, 'SIGKILL');
    await sleep(100);
  }
  for (const path of listMounts(place.debian).reverse()) {
    // Whatever is mounted below stays this machine's own.
    await must('mount', ['--make-rslave', path]);
    await must('umount', [path]);
  }
  if (isKept) return;
  if (listMounts(place.debian).length > 0)
    throw new Error(`Something is still mounted in ${place.debian}.`);
  rmSync(place.folder, { recursive: true, force: true });
}

function listMounts(debian: string): string[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
  return lines
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${debian}/`));
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
