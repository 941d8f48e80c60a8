import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotNow } from '../kernel/not-now.ts';
import { isRunning, startOf } from './process-state.ts';

/** A process that was told to end needs this long at most, as a rule; nobody can see which are. */
const goingMs = 10_000;

/**
 * Makes this process the only one that runs the database of a folder, until the returned
 * function gives it up. The lock of a killed process does not count: its start time tells it
 * from a later process that got the same number. One that lives may be going: it is waited for.
 */
export async function embeddedLock(folder: string): Promise<() => void> {
  const path = join(folder, 'lock');
  const mine = `${process.pid} ${startOf(process.pid)} ${randomBytes(6).toString('hex')}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (writeNew(path, mine)) {
      // Whoever judged an old lock dead at the same moment may have taken this one away.
      if (attempt > 0) await sleep(50);
      if (read(path) === mine) return () => release(path, mine);
    }
    const holder = await readSettled(path);
    if (holder === undefined) continue;
    const [pid = ''] = holder.split(' ');
    if (!(await isLeaving(path, holder))) {
      throw new NotNow(`Pitboss already runs on the data in ${folder}, as process ${pid}.`);
    }
    takeAway(path, holder);
  }
  throw new NotNow(`The lock ${path} cannot be had: too many processes ask for it at once.`);
}

function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A lock is empty for an instant while it is made, and for ever if its maker died just then. */
async function readSettled(path: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 20 && read(path) === ''; attempt += 1) await sleep(25);
  return read(path);
}

function takeAway(path: string, judged: string): void {
  if (read(path) !== judged) return;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
    const taken = read(aside);
    if (taken !== undefined && taken !== judged) writeNew(path, taken);
    rmSync(aside, { force: true });
  } catch {
    // Another process took it away first, and the next attempt meets what that one left.
  }
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true });
}

/** Whether the holder is gone or goes while we look on; we ourselves are not going. */
async function isLeaving(path: string, holder: string): Promise<boolean> {
  const [pid = '', startedAt = ''] = holder.split(' ');
  const isThere = () => isRunning(Number(pid), startedAt) && read(path) === holder;
  const deadline = Date.now() + (Number(pid) === process.pid ? 0 : goingMs);
  while (isThere() && Date.now() < deadline) await sleep(100);
  return !isThere();
}
