import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Band, defaultReturnMillionths, sortedBands } from './band.ts';

/**
 * Names a table by what it holds. The hash is part of every draw, so a table that was changed
 * after its hash was published draws another crash point.
 */
export function tableHash(table: readonly Band[]): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalText(table))));
}

/** Players who check a round in another language write this text themselves: it never changes. */
function canonicalText(table: readonly Band[]): string {
  if (table.length === 0) return `default:${defaultReturnMillionths}`;
  return sortedBands(table)
    .map((band) => `${band.minHundredths}-${band.maxHundredths}:${band.probabilityMillionths}`)
    .join(';');
}
