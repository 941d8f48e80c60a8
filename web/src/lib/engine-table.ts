import type { Band as WireBand } from '@pitboss/contract/multipliers';
import type { Band } from '@pitboss/engine/band';

/** Bands of the wire in the engine's own names, which carry the units. */
export function engineTable(bands: Omit<WireBand, '_id'>[]): Band[] {
  return bands.map(({ min, max, probability }) => ({
    minHundredths: min,
    maxHundredths: max,
    probabilityMillionths: probability,
  }));
}
