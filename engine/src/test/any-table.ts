import fc from 'fast-check';
import { type Band, multiplierMaxHundredths, wholeMillionths } from '../band.ts';

/** Bands as an operator might enter them, made to fit a limit of 99 %. */
export const fourBands: Band[] = [
  band(100, 200, 500_000),
  band(200, 500, 300_000),
  band(500, 1_000, 140_000),
  band(1_000, 5_000, 40_000),
];

export function band(min: number, max: number, probability: number): Band {
  return { minHundredths: min, maxHundredths: max, probabilityMillionths: probability };
}

const bandsMax = 8;

/** Any table whose bands do not overlap: touching or with gaps, full or with a part missing. */
export function anyTable(edgeMax = multiplierMaxHundredths): fc.Arbitrary<Band[]> {
  const edge = fc.oneof(
    fc.integer({ min: 100, max: Math.min(300, edgeMax) }),
    fc.integer({ min: 100, max: Math.min(10_000, edgeMax) }),
    fc.integer({ min: 100, max: edgeMax }),
  );
  const edges = fc.uniqueArray(edge, { minLength: 2, maxLength: bandsMax + 1 });
  const weight = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.constantFrom(1, 999_999, 500_000),
  );
  const weights = fc.array(weight, { minLength: bandsMax, maxLength: bandsMax });
  const isGap = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean());
  const gaps = fc.array(isGap, { minLength: bandsMax, maxLength: bandsMax });
  const missing = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 }));
  return fc.tuple(edges, weights, gaps, missing).map(tableOf);
}

/** The first band is never a gap, since a table without bands is the built-in one. */
function tableOf([edges, weights, gaps, missing]: [number[], number[], boolean[], number]): Band[] {
  const sorted = edges.toSorted((a, b) => a - b);
  const spans = sorted.slice(1).map((max, index) => ({ min: sorted[index] ?? 0, max, index }));
  const bands = spans
    .filter(({ index }) => index === 0 || !gaps[index])
    .map(({ min, max, index }) => band(min, max, weights[index] ?? 1));
  return shared(bands, missing);
}

/** Turns weights into probabilities that fill the whole if nothing is to be missing. */
function shared(bands: Band[], missing: number): Band[] {
  const total = bands.reduce((sum, one) => sum + one.probabilityMillionths, missing);
  const toShare = wholeMillionths - bands.length;
  const parts = bands.map(
    (one) => 1 + Math.floor((one.probabilityMillionths * toShare) / Math.max(1, total)),
  );
  const rest = missing === 0 ? wholeMillionths - parts.reduce((sum, part) => sum + part, 0) : 0;
  return bands.map((one, index) => ({
    ...one,
    probabilityMillionths: (parts[index] ?? 1) + (index === 0 ? rest : 0),
  }));
}
