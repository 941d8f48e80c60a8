import {
  type Band,
  bandsOf,
  levelReturn,
  multiplierMaxHundredths,
  multiplierMinHundredths,
  type Table,
  wholeMillionths,
} from './band.ts';

/** 1.01×: nobody can leave earlier. */
const firstTargetHundredths = multiplierMinHundredths + 1;

export interface EdgeReturn {
  edgeHundredths: number;
  returnMillionths: number;
}

export interface TargetReturn {
  targetHundredths: number;
  returnShare: number;
}

/**
 * The share of the stakes that a player who always leaves at this target gets back: t × P(M ≥ t).
 * What is missing to 100 % reaches nothing, so at 1.00× this is the limit from above.
 */
export function returnAt(table: Table, targetHundredths: number): number {
  const isTarget =
    targetHundredths >= multiplierMinHundredths && targetHundredths <= multiplierMaxHundredths;
  if (!isTarget) return 0;
  const level = levelReturn(table);
  if (level !== undefined) return level / wholeMillionths;
  const reached = bandsOf(table).reduce(
    (sum, band) => sum + reachedMillionths(band, targetHundredths),
    0,
  );
  return (targetHundredths * reached) / (multiplierMinHundredths * wholeMillionths);
}

function reachedMillionths(band: Band, targetHundredths: number): number {
  const { minHundredths: min, maxHundredths: max, probabilityMillionths } = band;
  if (targetHundredths <= min) return probabilityMillionths;
  if (targetHundredths >= max) return 0;
  const share = (min * (max - targetHundredths)) / (targetHundredths * (max - min));
  return probabilityMillionths * share;
}

/**
 * The return at each edge of a table whose bands do not overlap, upwards. Between neighbouring
 * edges the return is a straight line, so no target returns more than the best of these.
 */
export function edgeReturns(table: Table): EdgeReturn[] {
  const level = levelReturn(table);
  return edgesOf(table).map((edgeHundredths) => {
    if (level !== undefined) return { edgeHundredths, returnMillionths: level };
    // A whole number of at most 1e14 before it is divided, so no excess is rounded away.
    const exact = edgeHundredths * millionthsFrom(bandsOf(table), edgeHundredths);
    return { edgeHundredths, returnMillionths: exact / multiplierMinHundredths };
  });
}

function millionthsFrom(table: readonly Band[], edgeHundredths: number): number {
  return table.reduce(
    (sum, band) => sum + (band.minHundredths >= edgeHundredths ? band.probabilityMillionths : 0),
    0,
  );
}

function edgesOf(table: Table): number[] {
  if (levelReturn(table) !== undefined) return [multiplierMinHundredths, multiplierMaxHundredths];
  const edges = bandsOf(table).flatMap((band) => [band.minHundredths, band.maxHundredths]);
  return ascending(edges);
}

function ascending(values: number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** The edges that return more than the limit, upwards. */
export function edgesAbove(table: Table, limitMillionths: number): EdgeReturn[] {
  return edgeReturns(table).filter(({ returnMillionths }) => returnMillionths > limitMillionths);
}

/**
 * The target that returns most of those that a player can leave at, the lowest of equals. The
 * return of 1.00× is no target's: a band up to 1.01× returns nothing at all.
 */
export function bestTarget(table: Table): TargetReturn {
  const edges = edgesOf(table).filter((edge) => edge > firstTargetHundredths);
  return [firstTargetHundredths, ...edges]
    .map((targetHundredths) => ({
      targetHundredths,
      returnShare: returnAt(table, targetHundredths),
    }))
    .reduce((best, one) => (one.returnShare > best.returnShare ? one : best));
}

/**
 * The return over targets for a chart with a logarithmic axis: evenly spread points and every
 * edge. The curve bends at edges and never jumps, since 1/M has a density in every band.
 */
export function returnCurve(table: Table, points: number): TargetReturn[] {
  const edges = edgesOf(table);
  const first = firstTargetHundredths;
  const last = Math.max(first, edges.at(-1) ?? first);
  const spread = Array.from({ length: points }, (_, index) =>
    Math.round(first * (last / first) ** (index / Math.max(1, points - 1))),
  );
  return ascending([...spread, ...edges]).map((targetHundredths) => ({
    targetHundredths,
    returnShare: returnAt(table, targetHundredths),
  }));
}
