import { readFileSync } from 'node:fs';

/** What of a process's memory is resident now, in megabytes. */
export function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    // It ended between the list and the look.
    return 0;
  }
}

/**
 * The same with the processes that it started. What they share is counted for each, so the sum is
 * rather too high.
 */
export function residentMbOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  return pids.reduce((sum, one) => sum + residentMb(one), 0);
}
