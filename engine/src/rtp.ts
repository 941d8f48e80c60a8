import {
  type Band,
  defaultReturnMillionths,
  multiplierMaxHundredths,
  multiplierMinHundredths,
  wholeMillionths,
} from './band.ts';

/** One in units of hundredths × millionths, in which returns at edges are whole numbers. */
const wholeExact = multiplierMinHundredths * wholeMillionths;

interface ExactReturn {
  edgeHundredths: number;
  /** Edge times chance: at most 1e14, which a double holds exactly. */
  exact: number;
}

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
export function returnAt(table: readonly Band[], targetHundredths: number): number {
  const isTarget =
    targetHundredths >= multiplierMinHundredths && targetHundredths <= multiplierMaxHundredths;
  if (!isTarget) return 0;
  if (table.length === 0) return defaultReturnMillionths / wholeMillionths;
  const reached = table.reduce((sum, band) => sum + reachedMillionths(band, targetHundredths), 0);
  return (targetHundredths * reached) / wholeExact;
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
export function edgeReturns(table: readonly Band[]): EdgeReturn[] {
  return exactReturns(table).map(({ edgeHundredths, exact }) => ({
    edgeHundredths,
    returnMillionths: exact / multiplierMinHundredths,
  }));
}

function exactReturns(table: readonly Band[]): ExactReturn[] {
  return edgesOf(table).map((edgeHundredths) => ({
    edgeHundredths,
    exact:
      table.length === 0
        ? defaultReturnMillionths * multiplierMinHundredths
        : edgeHundredths * millionthsFrom(table, edgeHundredths),
  }));
}

function millionthsFrom(table: readonly Band[], edgeHundredths: number): number {
  return table.reduce(
    (sum, band) => sum + (band.minHundredths >= edgeHundredths ? band.probabilityMillionths : 0),
    0,
  );
}

function edgesOf(table: readonly Band[]): number[] {
  if (table.length === 0) return [multiplierMinHundredths, multiplierMaxHundredths];
  const edges = table.flatMap((band) => [band.minHundredths, band.maxHundredths]);
  return ascending(edges);
}

function ascending(values: number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** The edge that returns most, the lowest of equals, if that is more than the limit. */
export function firstEdgeAbove(
  table: readonly Band[],
  limitMillionths: number,
): { edgeHundredths: number; returnShare: number } | undefined {
  const highest = exactReturns(table).reduce((best, one) => (one.exact > best.exact ? one : best));
  if (highest.exact <= limitMillionths * multiplierMinHundredths) return undefined;
  return { edgeHundredths: highest.edgeHundredths, returnShare: highest.exact / wholeExact };
}

/**
 * The return over targets for a chart with a logarithmic axis: evenly spread points and every
 * edge. The curve bends at edges and never jumps, since 1/M has a density in every band.
 */
export function returnCurve(table: readonly Band[], points: number): TargetReturn[] {
  const edges = edgesOf(table);
  const first = multiplierMinHundredths + 1;
  const last = Math.max(first, edges.at(-1) ?? first);
  const spread = Array.from({ length: points }, (_, index) =>
    Math.round(first * (last / first) ** (index / Math.max(1, points - 1))),
  );
  return ascending([...spread, ...edges]).map((targetHundredths) => ({
    targetHundredths,
    returnShare: returnAt(table, targetHundredths),
  }));
}
