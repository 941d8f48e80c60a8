import type { Band as WireBand } from '@pitboss/contract/multipliers';
import { type Table, tableOf } from '@pitboss/engine/band';

/** A table of the wire in the engine's own names, which carry the units. */
export function engineTable(bands: Omit<WireBand, '_id'>[], builtIn: number | null): Table {
  const named = bands.map(({ min, max, probability }) => ({
    minHundredths: min,
    maxHundredths: max,
    probabilityMillionths: probability,
  }));
  return tableOf(named, builtIn);
}
