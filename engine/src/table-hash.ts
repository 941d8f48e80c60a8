import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bandsOf, levelReturn, sortedBands, type Table } from './band.ts';

/**
 * Names a table by what it holds. The hash is part of every draw, so a table that was changed
 * after its hash was published draws another crash point.
 */
export function tableHash(table: Table): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalText(table))));
}

/** Players who check a round in another language write this text themselves: it never changes. */
function canonicalText(table: Table): string {
  const level = levelReturn(table);
  if (level !== undefined) return `default:${level}`;
  return sortedBands(bandsOf(table))
    .map((band) => `${band.minHundredths}-${band.maxHundredths}:${band.probabilityMillionths}`)
    .join(';');
}
