import { levelReturn, multiplierMinHundredths, type Table, wholeMillionths } from './band.ts';
import { bestTarget, type EdgeReturn, edgesAbove, returnAt } from './rtp.ts';
import { multiplierText, percentText } from './words.ts';

/** What a table may return: nothing above the limit, its best target not below the floor. */
export interface ReturnRules {
  limitMillionths: number;
  floorMillionths: number;
}

/** What no float adds to a return that is exactly the floor. */
const rounding = 1e-12;

/**
 * Why rounds may not be drawn from this table, one sentence for each reason that tells which player
 * would get back how much and what would mend it. None: they may.
 */
export function returnProblems(table: Table, rules: ReturnRules): string[] {
  const level = levelReturn(table);
  if (level !== undefined) return levelProblems(level, rules);
  const { limitMillionths, floorMillionths } = rules;
  const above = edgesAbove(table, limitMillionths);
  const best = bestTarget(table);
  const isBelow = best.returnShare + rounding < floorMillionths / wholeMillionths;
  return [
    ...above.map((edge) => generosity(table, edge, limitMillionths)),
    ...(isBelow ? [stinginess(best, floorMillionths)] : []),
  ];
}

function levelProblems(level: number, { limitMillionths, floorMillionths }: ReturnRules): string[] {
  const words = `The built-in table gives back ${percent(level, 2)} at every target`;
  if (level > limitMillionths) return [`${words}, above the limit of ${percent(limitMillionths)}.`];
  if (level < floorMillionths) return [`${words}, below the floor of ${percent(floorMillionths)}.`];
  return [];
}

/** With the share that would be within the limit: 1/M is spread so that edges alone decide. */
function generosity(table: Table, edge: EdgeReturn, limitMillionths: number): string {
  const { edgeHundredths, returnMillionths } = edge;
  if (edgeHundredths > multiplierMinHundredths) {
    const target = multiplierText(edgeHundredths);
    const most = Math.floor((limitMillionths * multiplierMinHundredths) / edgeHundredths);
    return (
      `Whoever always leaves at ${target} gets back ${percent(returnMillionths, 2)}. ` +
      `Give the bands from ${target} on at most ${percent(most)} together.`
    );
  }
  const rest = percent(wholeMillionths - limitMillionths);
  return (
    `Whoever always leaves ${leavesFirst(table, returnMillionths, limitMillionths)}. ` +
    `Leave at least ${rest} for rounds that end at ${multiplierText(edgeHundredths)}.`
  );
}

/** Nobody can leave at 1.00×: the first target is told, unless the limit is kept there. */
function leavesFirst(table: Table, returnMillionths: number, limitMillionths: number): string {
  const first = multiplierMinHundredths + 1;
  const share = returnAt(table, first);
  if (share * wholeMillionths > limitMillionths) {
    return `at ${multiplierText(first)} gets back ${percentText(share, 2)}`;
  }
  return `before ${multiplierText(first)} gets back ${percent(returnMillionths, 2)}`;
}

function stinginess(best: ReturnType<typeof bestTarget>, floorMillionths: number): string {
  const asked = `Some target must give back at least ${percent(floorMillionths)}.`;
  if (best.returnShare === 0) {
    return `Every round ends at 1.00×, before anybody can leave. ${asked}`;
  }
  const target = multiplierText(best.targetHundredths);
  return `The best target, ${target}, gives back ${percentText(best.returnShare, 2)}. ${asked}`;
}

function percent(millionths: number, decimalsMin = 0): string {
  return percentText(millionths / wholeMillionths, decimalsMin);
}
