import {
  type Band,
  multiplierMaxHundredths,
  multiplierMinHundredths,
  sortedBands,
  totalMillionths,
  wholeMillionths,
} from './band.ts';
import { multiplierText, percentText } from './words.ts';

export interface TableProblem {
  field: 'min' | 'max' | 'probability';
  message: string;
}

/** Why these bands are no table at all, whatever they return; undefined if they are one. */
export function bandsProblem(bands: readonly Band[]): TableProblem | undefined {
  for (const band of bands) {
    const problem = bandProblem(band);
    if (problem) return problem;
  }
  return overlapProblem(bands) ?? totalProblem(bands);
}

function bandProblem(band: Band): TableProblem | undefined {
  const { minHundredths, maxHundredths, probabilityMillionths } = band;
  if (!Number.isInteger(minHundredths)) {
    return { field: 'min', message: 'Enter a multiplier with at most two decimals.' };
  }
  if (minHundredths < multiplierMinHundredths) {
    return { field: 'min', message: 'The smallest multiplier is 1.' };
  }
  if (!Number.isInteger(maxHundredths)) {
    return { field: 'max', message: 'Enter a multiplier with at most two decimals.' };
  }
  if (maxHundredths > multiplierMaxHundredths) {
    return { field: 'max', message: 'The largest multiplier is 1,000,000.' };
  }
  if (maxHundredths <= minHundredths) {
    return { field: 'max', message: 'The end of a band must be greater than its start.' };
  }
  if (!Number.isInteger(probabilityMillionths)) {
    return { field: 'probability', message: 'Enter a percentage with at most four decimals.' };
  }
  if (probabilityMillionths <= 0) {
    return { field: 'probability', message: 'The probability must be greater than 0 %.' };
  }
  if (probabilityMillionths > wholeMillionths) {
    return { field: 'probability', message: 'The probability is at most 100 %.' };
  }
  return undefined;
}

/** A band ends just below its maximum, so another one may start right there. */
function overlapProblem(table: readonly Band[]): TableProblem | undefined {
  const sorted = sortedBands(table);
  for (const [index, band] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next && next.minHundredths < band.maxHundredths) {
      return { field: 'min', message: `${bandText(band)} overlaps ${bandText(next, 'the')}.` };
    }
  }
  return undefined;
}

function totalProblem(table: readonly Band[]): TableProblem | undefined {
  const total = totalMillionths(table);
  if (total <= wholeMillionths) return undefined;
  const text = percentText(total / wholeMillionths);
  return { field: 'probability', message: `All bands together have ${text}, above 100 %.` };
}

function bandText(band: Band, article = 'The'): string {
  const [min, max] = [multiplierText(band.minHundredths), multiplierText(band.maxHundredths)];
  return `${article} band from ${min} to ${max}`;
}
