import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a tool's whole work; what it throws reaches the person as one sentence. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Colours are for people at a terminal, not for a log. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const groups = new Set();
let foreground = 0;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) {
  process.on(signal, () => {
    // Children in the terminal's own group end their work by themselves, and we end after them.
    if (foreground > 0) return;
    for (const pid of groups) signalGroup(pid, 'SIGTERM');
    process.exit(128 + constants.signals[signal]);
  });
}

/** For a tool that has more to end than what `run` started: it is told, and ends by itself. */
export function whenToldToStop(listener) {
  foreground += 1;
  for (const signal of signals) {
    process.on(signal, () => {
      for (const pid of groups) signalGroup(pid, 'SIGTERM');
      listener();
    });
  }
}

function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // The group is gone already.
  }
}

/**
 * Runs a program to its end, or to the time limit, in a process group of its own so that the
 * limit ends its children too. Resolves with exit code, last output and whether time ran out.
 */
export function run(command, args, { cwd = root, env = {}, limitMs = 0, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...plain, ...env },
      detached: process.platform !== 'win32',
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-100_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    let timedOut = false;
    const timers = [];
    if (limitMs) {
      const end = () => {
        timedOut = true;
        signalGroup(child.pid, 'SIGTERM');
        timers.push(setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 15_000));
      };
      timers.push(setTimeout(end, limitMs));
    }
    if (child.pid) groups.add(child.pid);
    const finish = (code, text) => {
      for (const timer of timers) clearTimeout(timer);
      groups.delete(child.pid);
      resolve({ code, output: text, timedOut });
    };
    child.once('error', (error) => finish(127, error.message));
    // A grandchild that holds the pipes open must not keep us waiting, so "exit", then a moment.
    child.once('exit', (code) => setTimeout(() => finish(code ?? 1, output), show ? 0 : 50));
  });
}

/** npm runs us through a shell, which replaces itself by us on some systems and stays on others. */
function parentsUpToNpm() {
  try {
    const [name, rest] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ');
    return name.endsWith('(sh') ? `${process.ppid} ${rest.split(' ')[1]}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}

/**
 * Runs programs that share our terminal until the first of them ends; the others end with it.
 * Resolves with the exit code of that first one. A program with something that follows is told when
 * that is done; where it fails, all end.
 */
export async function runTogether(programs) {
  foreground += 1;
  const children = programs.map(({ command, args, cwd = root, env = {}, follows }) => {
    const stdio = ['inherit', 'inherit', 'inherit', ...(follows ? ['ipc'] : [])];
    return spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
  });
  const tell = (signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal);
  };
  // A terminal sends Ctrl-C to the children itself; a second one would look like impatience.
  process.on('SIGINT', () => process.stdin.isTTY || tell('SIGINT'));
  process.on('SIGTERM', () => tell('SIGTERM'));
  process.on('SIGHUP', () => tell('SIGTERM'));
  const parents = parentsUpToNpm();
  const orphaned = setInterval(() => {
    // When npm was killed nobody is left to stop the children but us.
    if (process.env.npm_lifecycle_event && parentsUpToNpm() !== parents) tell('SIGTERM');
  }, 1000);
  let failure;
  for (const [index, { follows }] of programs.entries()) {
    const child = children[index];
    follows?.then(
      () => child.connected && child.send('done', () => child.disconnect()),
      (error) => {
        if (child.exitCode === null) failure = error;
        tell('SIGTERM');
      },
    );
  }
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(`${child.spawnfile} cannot be run: ${error.message}.`);
          resolve(127);
        });
        child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
      }),
  );
  const first = await Promise.race(ends);
  tell('SIGTERM');
  await Promise.all(ends);
  clearInterval(orphaned);
  for (const pid of groups) signalGroup(pid, 'SIGTERM');
  if (failure) throw failure;
  return first;
}
