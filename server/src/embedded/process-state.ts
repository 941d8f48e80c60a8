import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the process with this number is the one that began then, and can still do anything. */
export function isRunning(pid: number, startedAt: string): boolean {
  return isAlive(pid) && startOf(pid) === startedAt && !isDead(pid);
}

/** Whether the number is taken, be it by a process that ended and was not collected. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The start time as the system writes it, without blanks; Windows offers no cheap way. */
export function startOf(pid: number): string {
  if (process.platform === 'win32') return '-';
  // The start is the twentieth field after the name.
  if (process.platform === 'linux') return stateOf(pid)[19] ?? '-';
  return ask('lstart=', pid).replaceAll(' ', '-') || '-';
}

/**
 * Ended, and kept only until its parent asks for its end: in a container whose first process does
 * not ask, that is for ever.
 */
function isDead(pid: number): boolean {
  if (process.platform === 'win32') return false;
  const state = process.platform === 'linux' ? stateOf(pid)[0] : ask('state=', pid);
  return /^[ZXx]/.test(state ?? '');
}

/** The fields of a process after its name, which stands in brackets and may hold blanks. */
function stateOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** What `ps` says of a process, or nothing when it is gone. */
export function ask(column: string, pid: number): string {
  try {
    const args = ['-o', column, '-p', String(pid)];
    return execFileSync('ps', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
