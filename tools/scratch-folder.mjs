import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const gigabyte = 1 << 30;
/** What the databases of a run take at most, and so much again for everything else. */
const roomMin = 6 * gigabyte;

/**
 * Where tests keep databases that are thrown away: in memory where there is plenty, since what they
 * prove is about no disk, and each commit, copy and start would wait for one.
 */
export function scratchFolder() {
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    const isRoomy = Math.min(bavail * bsize, process.availableMemory()) >= roomMin;
    return isRoomy && mayHoldPrograms() ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Some tests start programs that they have copied. */
function mayHoldPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const mounted = mounts.map((line) => line.split(' ')).find(([, place]) => place === memory);
  const [, , type, options = ''] = mounted ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}
