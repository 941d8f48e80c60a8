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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const stopLimitMs = 60_000;

/**
 * Where a cluster lives: its folder, the account that its servers run as where we are root, and
 * everything that was started there, to be stopped in the opposite order.
 */
export async function openPlace(wish) {
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
async function accountOf(name) {
  const ask = async (flag) => Number((await promisify(execFile)('id', [flag, name])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

/** A path in the folder that the servers' account owns. */
export function ownedPath({ folder, user }, name, make) {
  const path = join(folder, name);
  make(path);
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  return path;
}

/** Runs a program to its end, as the servers' account. */
export async function runAs({ folder, user }, command, args, env = {}) {
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', ...env } };
  try {
    return (await promisify(execFile)(command, args, options)).stdout.trim();
  } catch (error) {
    throw new Error(`${command} failed: ${(error.stderr || error.message).trim()}`);
  }
}

/** Starts a program that stays, with a log of its own; `signal` ends it in good order. */
export function start(place, { name, command, args, env = {}, user = place.user, signal }) {
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
  let fault;
  child.once('error', (error) => {
    fault = `${command} cannot be run: ${error.message}`;
  });
  const ended = new Promise((done) => child.once('exit', done).once('error', done));
  const part = {
    name,
    pid: child.pid,
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

/** Waits until the part answers as hoped for; where it does not, its log says why. */
export async function untilReady(place, part, isReady, limitMs = 120_000) {
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

export async function stopAll(place) {
  place.isStopping = true;
  for (const part of [...place.started].reverse()) await part.stop();
}

export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
