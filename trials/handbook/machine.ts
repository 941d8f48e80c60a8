import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { must } from '../debian/make-debian.ts';

export interface Machine {
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
  const join_ = `echo $$ > ${cgroup}/cgroup.procs && exec "$@"`;
  const flags = [...namespaces, '--propagation', 'private', '--fork', '--kill-child'];
  const own = ['unshare', ...flags, 'sh', bootScript, base, walk, caches];
  const outer = spawn('sh', ['-c', join_, 'sh', ...own], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [outer.stdout, outer.stderr]) stream.on('data', (part) => (said += part));
  const parts: ChildProcess[] = [outer];
  const close = async () => {
    for (const part of parts.reverse()) await ended(part);
    await removeCgroup(cgroup);
    rmSync(walk, { recursive: true, force: true });
  };
  try {
    const pid = await untilSystemd(outer, () => said);
    const enter = ['nsenter', '-t', String(pid), '-m', '-u', '-i', '-n', '-p', '-C', '--'];
    const api = join(walk, 'network');
    const wanted = ['--configure', '--mtu=65520', '--disable-host-loopback'];
    const slirp = [...wanted, `--api-socket=${api}`, String(pid), 'tap0'];
    parts.push(spawn('slirp4netns', slirp, { stdio: 'ignore' }));
    await untilThere(api);
    await untilBooted(enter);
    const forward = (port: number, ownPort: number) => addForward(api, port, ownPort);
    return { share: join(walk, 'share'), enter, forward, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where this machine has its second version of control groups. */
function cgroupRoot(): string {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const found = mounts.find((line) => / - cgroup2 /.test(line))?.split(' ')[4];
  if (!found) throw new Error('This needs a kernel with cgroup2, mounted.');
  return found;
}

/** The process that the boot script has become. */
async function untilSystemd(outer: ChildProcess, said: () => string): Promise<number> {
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(50)) {
    if (outer.exitCode !== null) break;
    const children = `/proc/${outer.pid}/task/${outer.pid}/children`;
    const [pid] = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
    if (pid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'systemd') return Number(pid);
  }
  throw new Error(`The machine does not boot: ${said()}`);
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

async function ended(part: ChildProcess): Promise<void> {
  if (part.exitCode !== null || part.signalCode !== null) return;
  const gone = new Promise((resolve) => part.once('exit', resolve));
  part.kill('SIGKILL');
  await gone;
}

/** It is empty as soon as the last process of the machine is gone. */
async function removeCgroup(folder: string): Promise<void> {
  for (const until = Date.now() + bootMs; Date.now() < until; await sleep(100)) {
    try {
      removeFolders(folder);
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
