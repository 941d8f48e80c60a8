import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes of the embedded database, to be killed or stopped from outside. */
export interface DatabaseProcess {
  /** The whole server, its first process alone, or one of those that serve a connection. */
  kill(which: 'whole' | 'postmaster' | 'backend', pick?: () => number): void;
  /** Halts every process, as a machine that hangs would. */
  halt(): void;
  resume(): void;
}

export function databaseProcess(folder: string): DatabaseProcess {
  let halted: number[] = [];
  return {
    kill: (which, pick = () => 0) => {
      const first = postmasterOf(folder);
      const served = childrenOf(first);
      const backends = served.filter((pid) => isBackend(pid));
      if (which === 'postmaster') signalAll([first], 'SIGKILL');
      else if (which === 'whole') signalAll([first, ...served], 'SIGKILL');
      else signalAll(backends.slice(pick(), pick() + 1), 'SIGKILL');
    },
    halt: () => {
      const first = postmasterOf(folder);
      halted = [first, ...childrenOf(first)];
      signalAll(halted, 'SIGSTOP');
    },
    resume: () => {
      signalAll(halted, 'SIGCONT');
      halted = [];
    },
  };
}

function postmasterOf(folder: string): number {
  const text = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** The name in brackets may hold blanks; the parent is the second field after it. */
function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);
}

function isBackend(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).startsWith('postgres: pitboss');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended in the meantime.
    return '';
  }
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself, which is what the others are told to do.
    }
  }
}
