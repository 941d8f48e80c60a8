import { nice, ticks } from 'd3-array';

export type Range = readonly [start: number, end: number];
/** Where it stands in a drawing. */
export type Place = readonly [x: number, y: number];
type Scale = (value: number) => number;

/** From one range to another, evenly; the way back is the same with the ranges exchanged. */
export function linear([from, to]: Range, [start, end]: Range): Scale {
  const steepness = (end - start) / (to - from);
  return (value) => start + (value - from) * steepness;
}

export interface Axis {
  placeOf: Scale;
  /** Round values to be written beside it. */
  marks: number[];
}

const marksAbout = 4;

/** An axis that ends at round values. */
export function axis([from, to]: Range, pixels: Range): Axis {
  const [low, high] = nice(from, to, marksAbout);
  return { placeOf: linear([low, high], pixels), marks: ticks(low, high, marksAbout) };
}

export interface Bands {
  startOf: (index: number) => number;
  width: number;
}

/** So many bands side by side, with a share of each left free between them and at the ends. */
export function bands(count: number, [start, end]: Range, free: number): Bands {
  const step = (end - start) / Math.max(1, count + free);
  return { startOf: (index) => start + (index + free) * step, width: (1 - free) * step };
}

/** From place to place; nothing is drawn to and from one that is not there. */
export function linePath(places: (Place | undefined)[]): string {
  return places
    .map((place, index) => (place ? `${places[index - 1] ? 'L' : 'M'}${written(place)}` : ''))
    .join('');
}

/** What lies between the line and a height. */
export function areaPath(places: Place[], height: number): string {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return '';
  return `${linePath([...places, [last[0], height], [first[0], height]])}Z`;
}

/** Each value stays until the next one comes. */
export function inSteps(places: Place[]): Place[] {
  return places.flatMap((place, index) => {
    const before = places[index - 1];
    return before ? [[place[0], before[1]] as const, place] : [place];
  });
}

/** A hundredth of a pixel is finer than any screen. */
function written(place: Place): string {
  return place.map((value) => Math.round(value * 100) / 100).join(',');
}
