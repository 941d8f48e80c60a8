import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from './address.ts';
import { program } from './binaries.ts';
import type { EmbeddedHome } from './home.ts';
import { ask, isAlive } from './process-state.ts';
import { prepareSocketFolder } from './socket.ts';

export type EmbeddedServer = Address & { pid: number };
export type Launch = {
  bin: string;
  address: Address;
  settings: Record<string, string>;
  /** How long it may take until it serves; recovery from an archive has no bound of its own. */
  limitMs?: number;
};

/** Recovery after a crash replays at most `max_wal_size`, which a slow disk does in minutes. */
const startLimitMs = 300_000;
const stopLimitMs = 60_000;

/**
 * Two cores and a few gigabytes of memory are what we expect. Errors stay out of the log, for
 * the application reports its own, and their details would carry account numbers.
 */
const defaults = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * The server that outlived its parent process, ready to serve; nothing when none is alive, or when
 * the one that was there ends while we wait for it.
 */
export async function survivingServer(home: EmbeddedHome): Promise<EmbeddedServer | undefined> {
  const found = readPidFile(home.cluster);
  if (!found) return undefined;
  if (!isServerOf(home.cluster, found.pid)) {
    if (isAlive(found.pid)) disownPidFile(home.cluster);
    return undefined;
  }
  const isGone = () => !isServerOf(home.cluster, found.pid);
  await cameTrue(() => isGone() || readPidFile(home.cluster)?.isReady === true, startLimitMs);
  const now = readPidFile(home.cluster);
  return isGone() || now?.pid !== found.pid ? undefined : now;
}

export async function launchServer(home: EmbeddedHome, launch: Launch): Promise<EmbeddedServer> {
  const { socketFolder } = launch.address;
  if (socketFolder !== undefined) prepareSocketFolder(socketFolder, home.user);
  const settings = { ...defaults, ...launch.settings, ...listenSettings(launch.address) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (existsSync(logFile(home))) renameSync(logFile(home), `${logFile(home)}.old`);
  const log = openSync(logFile(home), 'w', 0o600);
  // A process group of its own keeps a Ctrl-C in the terminal from reaching PostgreSQL before
  // the application has finished with it.
  const child = spawn(join(launch.bin, program('postgres')), ['-D', home.cluster, ...options], {
    ...home.user,
    detached: true,
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let isGone = false;
  child.once('exit', () => {
    isGone = true;
  });
  await new Promise<void>((done, fail) => {
    child.once('spawn', done);
    child.once('error', (error) => fail(new Error(`PostgreSQL cannot be run: ${error.message}.`)));
  });
  child.unref();
  const pid = child.pid ?? 0;
  await untilReady(home, pid, launch.limitMs ?? startLimitMs, () => isGone);
  return { pid, ...launch.address };
}

function listenSettings({ port, socketFolder }: Address): Record<string, string> {
  if (socketFolder === undefined) {
    return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  }
  // It is a list, so a name with a comma or a blank at its end needs quotes.
  const folders = `"${socketFolder.replaceAll('"', '""')}"`;
  return {
    listen_addresses: '',
    unix_socket_directories: folders,
    port: String(port),
    unix_socket_permissions: '0700',
  };
}

/** The language of the messages is fixed, for two of them are read to decide on another try. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}

async function untilReady(
  home: EmbeddedHome,
  pid: number,
  limitMs: number,
  isGone: () => boolean,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!isGone() && Date.now() < deadline) {
    const now = readPidFile(home.cluster);
    if (now?.pid === pid && now.isReady) return;
    await sleep(20);
  }
  const end = isGone() ? 'ended while it started' : 'did not become ready in time';
  throw new Error(`The embedded database ${end}. Its log says:\n${logTail(home)}`);
}

/** Fast shutdown first; SIGQUIT leaves the recovery to the next start and loses nothing. */
export async function stopServer(home: EmbeddedHome, bin: string, pid: number): Promise<void> {
  const isGone = () => !isServerOf(home.cluster, pid) || readPidFile(home.cluster)?.pid !== pid;
  signal(home, bin, pid, 'fast');
  if (await cameTrue(isGone, stopLimitMs)) return;
  signal(home, bin, pid, 'immediate');
  if (await cameTrue(isGone, 10_000)) return;
  throw new Error(`The embedded database, process ${pid}, does not stop.`);
}

/** Windows has no signals, so there `pg_ctl` carries the word. */
function signal(home: EmbeddedHome, bin: string, pid: number, mode: 'fast' | 'immediate'): void {
  try {
    if (process.platform !== 'win32') process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    else execFileSync(join(bin, program('pg_ctl')), ['stop', '-W', '-m', mode, '-D', home.cluster]);
  } catch {
    // It ended by itself, which the caller sees next.
  }
}

async function cameTrue(isSo: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!isSo() && Date.now() < deadline) await sleep(20);
  return isSo();
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Line by line: process, folder, start time, port, socket folder, address, memory key, state. */
function readPidFile(cluster: string): (EmbeddedServer & { isReady: boolean }) | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      socketFolder: lines[4] || undefined,
      isReady: lines[7]?.trim() === 'ready',
    };
  } catch {
    return undefined;
  }
}

/**
 * PostgreSQL refuses to start while the process in its pid file lives, whatever it is. Our own
 * number there, its parent's, makes it look only for memory still in use by old backends.
 */
function disownPidFile(cluster: string): void {
  const [, ...rest] = readFileSync(pidFile(cluster), 'utf8').split('\n');
  writeFileSync(pidFile(cluster), [String(process.pid), ...rest].join('\n'));
}

/** A process that died but was not collected yet has no command line, and counts as gone. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid) || process.platform === 'win32') return isAlive(pid);
  if (process.platform !== 'linux') return ask('command=', pid).includes(cluster);
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(words[0] ?? '') !== 'postgres') return false;
    return words.includes(cluster) || readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function logFile(home: EmbeddedHome): string {
  return join(home.folder, 'postgres.log');
}

function logTail(home: EmbeddedHome): string {
  if (!existsSync(logFile(home))) return '(there is no log)';
  const text = readFileSync(logFile(home), 'utf8').trim();
  return text.split('\n').slice(-12).join('\n') || '(the log is empty)';
}
