import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { must } from '../debian/make-debian.ts';

/** What is needed to find it again: it outlives the process that booted it. */
export interface Place {
  walk: string;
  cgroup: string;
  /** What is ended to end it, in this order. */
  parts: number[];
  systemd: number;
}

export interface Machine {
  place: Place;
  /** Where a file for it is put; it has it in /handbook. */
  share: string;
  /** The words before a command that is run inside. */
  enter: string[];
  /** Lets this machine's own programs reach a port of it at one of loopback. */
  forward(port: number, ownPort: number): Promise<void>;
  /** Ends everything in it at once. */
  close(): Promise<void>;
}

const bootScript = fileURLToPath(new URL('boot.sh', import.meta.url));
const namespaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup'];
const bootMs = 120_000;

/** Boots a Debian with its own systemd, processes, network and files; `base` is not written to. */
export async function boot(base: string, walk: string, caches: string): Promise<Machine> {
  mkdirSync(walk, { recursive: true });
  const cgroup = join(cgroupRoot(), `pitboss-handbook-${process.pid}`);
  mkdirSync(cgroup);
  const place: Place = { walk, cgroup, parts: [], systemd: 0 };
  const join_ = `echo $$ > ${cgroup}/cgroup.procs && exec "$@"`;
  const flags = [...namespaces, '--propagation', 'private', '--fork', '--kill-child'];
  const own = ['unshare', ...flags, 'sh', bootScript, base, walk, caches];
  try {
    const outer = begin(place, 'sh', ['-c', join_, 'sh', ...own]);
    place.systemd = await untilSystemd(outer, join(walk, 'log'));
    const api = join(walk, 'network');
    const wanted = ['--configure', '--mtu=65520', '--disable-host-loopback'];
    begin(place, 'slirp4netns', [...wanted, `--api-socket=${api}`, `${place.systemd}`, 'tap0']);
    await untilThere(api);
    const machine = enterable(place);
    await untilBooted(machine.enter);
    return machine;
  } catch (error) {
    await enterable(place).close();
    throw error;
  }
}

/** One that was booted before and not closed, if it still runs. */
export function findAgain(place: Place): Machine | undefined {
  const members = join(place.cgroup, 'cgroup.procs');
  const isThere = existsSync(members) && place.parts.every(isAlive) && isAlive(place.systemd);
  return isThere ? enterable(place) : undefined;
}

function enterable(place: Place): Machine {
  const { walk, cgroup, parts, systemd } = place;
  return {
    place,
    share: join(walk, 'share'),
    enter: ['nsenter', '-t', String(systemd), '-m', '-u', '-i', '-n', '-p', '-C', '--'],
    forward: (port, ownPort) => addForward(join(walk, 'network'), port, ownPort),
    close: async () => {
      for (const part of parts) await ended(part);
      await removeCgroup(cgroup);
      rmSync(walk, { recursive: true, force: true });
    },
  };
}

/** In a session of its own, so that it stays when we go. */
function begin(place: Place, command: string, args: string[]): number {
  const log = openSync(join(place.walk, 'log'), 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true });
  child.once('error', () => {});
  child.unref();
  if (!child.pid) throw new Error(`${command} does not start: is it installed?`);
  place.parts.unshift(child.pid);
  return child.pid;
}

/** Where this machine has its second version of control groups. */
function cgroupRoot(): string {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const found = mounts.find((line) => / - cgroup2 /.test(line))?.split(' ')[4];
  if (!found) throw new Error('This needs a kernel with cgroup2, mounted.');
  return found;
}

/** The process that the boot script has become. */
async function untilSystemd(outer: number, log: string): Promise<number> {
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(50)) {
    if (!isAlive(outer)) break;
    const children = `/proc/${outer}/task/${outer}/children`;
    const [pid] = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
    if (pid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'systemd') return Number(pid);
  }
  throw new Error(`The machine does not boot: ${readFileSync(log, 'utf8')}`);
}

async function untilThere(path: string): Promise<void> {
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(50)) {
    if (existsSync(path)) return;
  }
  throw new Error('The machine has no network: is slirp4netns installed?');
}

async function untilBooted([command = '', ...enter]: string[]): Promise<void> {
  const asked = [...enter, 'sh', '-c', 'systemctl is-system-running || true'];
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(250)) {
    if (/^(running|degraded)$/m.test(await must(command, asked))) return;
  }
  throw new Error('systemd does not come up in the machine.');
}

function addForward(api: string, port: number, ownPort: number): Promise<void> {
  const where = { host_addr: '127.0.0.1', host_port: ownPort, guest_port: port };
  const asked = { execute: 'add_hostfwd', arguments: { proto: 'tcp', ...where } };
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(api, () => socket.end(JSON.stringify(asked)));
    socket.on('data', (part) => (answer += part));
    socket.once('error', reject);
    socket.once('close', () =>
      answer.includes('"return"') ? resolve() : reject(new Error(`No way in: ${answer}`)),
    );
  });
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z';
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  for (const until = Date.now() + bootMs; Date.now() < until && isAlive(pid); ) await sleep(20);
}

/** It is empty as soon as the last process of the machine is gone. */
async function removeCgroup(folder: string): Promise<void> {
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(100)) {
    try {
      if (existsSync(folder)) removeFolders(folder);
      return;
    } catch {
      // Somebody is still on the way out.
    }
  }
}

function removeFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeFolders(join(folder, entry.name));
  }
  rmdirSync(folder);
}
