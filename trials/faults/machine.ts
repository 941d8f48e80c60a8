import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMs = 1_000;
const busyPercent = 40;

/** How much of the machine others use while we do nothing, in percent. */
export async function usedByOthers(): Promise<number> {
  const before = spent();
  await sleep(sampleMs);
  const after = spent();
  return Math.round((100 * (after.busy - before.busy)) / (after.all - before.all));
}

function spent(): { busy: number; all: number } {
  const all = cpus().reduce((sum, { times }) => sum + Object.values(times).reduce(add), 0);
  return { busy: all - cpus().reduce((sum, { times }) => sum + times.idle, 0), all };
}

const add = (one: number, other: number) => one + other;

/** On a machine that others keep busy, how long something took says nothing of the product. */
export function countsTimes(percent: number): boolean {
  return percent <= busyPercent;
}
