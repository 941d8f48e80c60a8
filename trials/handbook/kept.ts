import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '../debian/make-debian.ts';
import type { Facts } from './facts.ts';
import { findAgain, type Machine, type Place } from './machine.ts';
import { walk } from './plan.ts';
import { bringToDate } from './repository.ts';

/** A walk that stumbled: its machine is left running, and the walk can go on from there. */
export interface Kept {
  place: Place;
  facts: Facts;
  /** Where the panel is seen from outside. */
  port: number;
  /** How many steps are behind it. */
  done: number;
}

const fileOf = (folder: string, postgres: number) => join(folder, `walk-${postgres}.json`);

export function keep(folder: string, kept: Kept): void {
  writeFileSync(fileOf(folder, kept.facts.postgres), JSON.stringify(kept));
}

export function forget(folder: string, postgres: number): void {
  rmSync(fileOf(folder, postgres), { force: true });
}

/** The walk of this version that was kept, with its machine, if that still runs. */
export function findKept(
  folder: string,
  postgres: number,
): (Kept & { machine: Machine }) | undefined {
  const file = fileOf(folder, postgres);
  if (!existsSync(file)) return undefined;
  const kept: Kept = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
    key === 'moment' ? new Date(value as string) : value,
  );
  const machine = findAgain(kept.place);
  return machine && { ...kept, machine };
}

/** What was mended in this checkout since, in the checkout of the machine, as a new release is. */
export async function bringMended({ machine, done }: { machine: Machine; done: number }) {
  const isUpgraded = walk
    .slice(0, done)
    .some((step) => 'scene' in step && step.scene === 'new release');
  if (isUpgraded) return;
  await bringToDate(machine.share);
  const [command = '', ...enter] = machine.enter;
  const script = `
    cd /opt/pitboss 2> /dev/null || exit 0
    git fetch --quiet origin main
    git diff --quiet HEAD FETCH_HEAD -- . ':!trials' ':!docs' ':!*.md' && exit 0
    git reset --quiet --hard FETCH_HEAD && npm run build || exit 1
    if systemctl is-active --quiet pitboss; then systemctl restart pitboss; fi`;
  await must(command, [...enter, 'sh', '-c', script]);
}
