import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { launchNode } from '@pitboss/testkit/node-process';

const stopLimitMs = 60_000;

export interface Place {
  folder: string;
  /** The account that its servers run as. */
  user: Account;
  started: Part[];
  isStopping: boolean;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** A program that runs until it is stopped. */
export interface Part {
  name: string;
  pid: number;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export interface NodePart extends Part {
  port: number;
  address: string;
}

export interface Program {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  user?: Account;
  /** Ends it in good order. */
  signal: NodeJS.Signals;
}

/**
 * Where a cluster lives: its folder, the account that its servers run as where we are root, and
 * everything that was started there, to be stopped in the opposite order.
 */
export async function openPlace(wish: string | undefined): Promise<Place> {
  const folder = wish ? resolve(wish) : mkdtempSync(join(tmpdir(), 'pitboss-cluster-'));
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty: name an empty folder, or none.`);
  }
  chmodSync(folder, 0o711);
  const user = process.getuid?.() === 0 ? await accountOf('postgres') : {};
  return { folder, user, started: [], isStopping: false };
}

/** PostgreSQL refuses to be root's, and the proxy has no need of it. */
async function accountOf(name: string): Promise<Account> {
  const ask = async (flag: string) =>
    Number((await promisify(execFile)('id', [flag, name])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

/** A path in the folder that the servers' account owns. */
export function ownedPath(
  { folder, user }: Place,
  name: string,
  make: (path: string) => void,
): string {
  const path = join(folder, name);
  make(path);
  const { uid, gid } = user;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  return path;
}

/** Runs a program to its end, as the servers' account. */
export async function runAs(
  { folder, user }: Place,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const own = { PATH: process.env.PATH, LC_ALL: 'C', ...env };
  const options = { ...user, cwd: folder, env: own, encoding: 'utf8' as const };
  try {
    return (await promisify(execFile)(command, args, options)).stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${command} failed: ${(stderr || message).trim()}`);
  }
}

/** Starts a program that stays, with a log of its own. */
export function start(place: Place, program: Program): Part {
  const { name, command, args, env = {}, user = place.user, signal } = program;
  if (place.isStopping) throw new Error(`${name} is not started any more: the cluster stops.`);
  const log = openSync(join(place.folder, `${name}.log`), 'a');
  const child = spawn(command, args, {
    ...user,
    cwd: place.folder,
    // A Ctrl-C in the terminal reaches us alone, and we stop one after the other.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let fault: string | undefined;
  child.once('error', (error) => {
    fault = `${command} cannot be run: ${error.message}`;
  });
  const ended = new Promise((done) => child.once('exit', done).once('error', done));
  const part: Part = {
    name,
    pid: child.pid ?? 0,
    isRunning: () => !fault && child.exitCode === null && child.signalCode === null,
    stop: async () => {
      if (part.isRunning()) child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(timer);
      place.started = place.started.filter((one) => one !== part);
    },
  };
  place.started.push(part);
  return part;
}

/** Has something stopped with the rest, or now where that has begun. */
export async function addPart(place: Place, part: Part): Promise<void> {
  place.started.push(part);
  if (!place.isStopping) return;
  await part.stop();
  throw new Error(`${part.name} is not started any more: the cluster stops.`);
}

/** Starts a node of ours, with a log of its own; it is stopped with the rest. */
export async function startNodeIn(
  place: Place,
  name: string,
  settings: Record<string, string>,
  port?: number,
): Promise<NodePart> {
  if (place.isStopping) throw new Error(`${name} is not started any more: the cluster stops.`);
  const log = join(place.folder, `${name}.log`);
  const wish = { log, isDetached: true, ...(port === undefined ? {} : { port }) };
  const node = await launchNode('', { ENGINE: 'on', ...settings }, wish);
  const part: NodePart = {
    name,
    pid: node.pid(),
    port: node.port,
    address: node.url,
    isRunning: node.isRunning,
    stop: async () => {
      const timer = setTimeout(() => node.signal('SIGKILL'), stopLimitMs);
      await node.end('SIGTERM');
      clearTimeout(timer);
      place.started = place.started.filter((one) => one !== part);
    },
  };
  await addPart(place, part);
  await node.untilReady();
  return part;
}

/** Waits until the part answers as hoped for; where it does not, its log says why. */
export async function untilReady(
  place: Place,
  part: Part,
  isReady: () => Promise<boolean>,
  limitMs = 120_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isReady().catch(() => false))) {
    if (!part.isRunning() || Date.now() > deadline) {
      const said = readFileSync(join(place.folder, `${part.name}.log`), 'utf8').trim();
      const end = said.split('\n').slice(-12).join('\n');
      throw new Error(`${part.name} did not start. Its log says:\n${end}`);
    }
    await sleep(250);
  }
}

export async function stopAll(place: Place): Promise<void> {
  place.isStopping = true;
  for (const part of [...place.started].reverse()) await part.stop();
}
