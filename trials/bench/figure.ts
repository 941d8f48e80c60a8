import type { Release } from './release.ts';

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** How two releases compare is told without one. */
  goal?: number;
  holds?: boolean;
  detail: string;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const hundredths = (value: number) => Math.round(value * 100) / 100;

/** What a release did in each slot; the others' slots are of the same turns. */
export interface Taken {
  release: Release;
  perSecond: number[];
}

/** The goal that a figure is to reach, or to stay below. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

export function judged(
  name: string,
  value: number,
  unit: string,
  { atLeast, atMost }: Goal,
  detail: string,
): Figure {
  const goal = atLeast ?? atMost ?? Number.NaN;
  const holds = atLeast === undefined ? value <= goal : value >= goal;
  return { name, value: hundredths(value), unit, goal, holds, detail };
}

/**
 * What each release reaches of an anchor, slot by slot, and, where there are two, how the first
 * compares with the other.
 */
export function shareFigures(
  name: string,
  taken: readonly (Taken & { anchor: number[]; more?: string })[],
  unit: string,
  atLeast: number,
): Figure[] {
  const shares = taken.map(({ release, perSecond, anchor, more = '' }) => {
    const value = median(perSecond.map((one, slot) => one / (anchor[slot] ?? Number.NaN)));
    const detail = `${whole(median(perSecond))}/s${more} against ${whole(median(anchor))}/s`;
    return judged(name + release.suffix, value, unit, { atLeast }, detail);
  });
  return [...shares, ...compared(name, taken)];
}

/** How this release compares with the other one, slot by slot. */
export function compared(name: string, [ours, other]: readonly Taken[]): Figure[] {
  if (!ours || !other) return [];
  const value = median(
    ours.perSecond.map((one, slot) => one / (other.perSecond[slot] ?? Number.NaN)),
  );
  return [
    {
      name: `${name} compared`,
      value: hundredths(value),
      unit: `times${other.release.suffix}`,
      detail: `${whole(median(ours.perSecond))}/s against ${whole(median(other.perSecond))}/s`,
    },
  ];
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Who goes first changes from slot to slot. */
export function inTurn<T>(sides: readonly T[], slot: number): T[] {
  return slot % 2 === 0 ? [...sides] : sides.toReversed();
}
