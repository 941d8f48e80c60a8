import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type Band,
  bandsOf,
  levelReturn,
  multiplierMaxHundredths,
  multiplierMinHundredths,
  sortedBands,
  type Table,
  totalMillionths,
  wholeMillionths,
} from './band.ts';
import { tableHash } from './table-hash.ts';

/** A draw is one of this many numbers: thirteen hexadecimal digits. */
export const drawCount = 1n << 52n;
const drawDigits = 13;

/** Where the round crashes, in hundredths; it depends on nothing but these three. */
export function crashPoint(seedHex: string, round: bigint, table: Table): number {
  const message = utf8ToBytes(`${round}:${tableHash(table)}`);
  const digest = bytesToHex(hmac(sha256, hexToBytes(seedHex), message));
  return crashPointAt(BigInt(`0x${digest.slice(0, drawDigits)}`), table);
}

/** The crash point of one draw. It never falls as the draw grows, and no float rounds it. */
export function crashPointAt(draw: bigint, table: Table): number {
  if (draw < 0n || draw >= drawCount) throw new RangeError(`No such draw: ${draw}.`);
  const level = levelReturn(table);
  return Number(level === undefined ? bandedPoint(draw, bandsOf(table)) : levelPoint(draw, level));
}

/** With u as the draw's share of all draws M is return / (1 − u): P(M ≥ m) = return / m. */
function levelPoint(draw: bigint, returnMillionths: number): bigint {
  const perHundredth = BigInt(wholeMillionths / multiplierMinHundredths);
  const point = (BigInt(returnMillionths) * drawCount) / (perHundredth * (drawCount - draw));
  if (point < multiplierMinHundredths) return BigInt(multiplierMinHundredths);
  return point > multiplierMaxHundredths ? BigInt(multiplierMaxHundredths) : point;
}

/** Walks the table in parts of one millionth of one draw, in which every border is whole. */
function bandedPoint(draw: bigint, table: readonly Band[]): bigint {
  const missing = wholeMillionths - totalMillionths(table);
  if (missing < 0) throw new RangeError('The probabilities of the table exceed 100 %.');
  let left = draw * BigInt(wholeMillionths) - BigInt(missing) * drawCount;
  if (left < 0n) return BigInt(multiplierMinHundredths);
  for (const band of sortedBands(table)) {
    const width = BigInt(band.probabilityMillionths) * drawCount;
    if (left < width) return pointInBand(left, width, band);
    left -= width;
  }
  throw new RangeError('The draw lies beyond the table.');
}

/**
 * Spreads 1/M evenly over the band, so that t × P(M ≥ t) is a straight line in t: with M itself
 * spread evenly some targets inside of a band would return far more than its edges.
 */
function pointInBand(position: bigint, width: bigint, band: Band): bigint {
  const min = BigInt(band.minHundredths);
  const max = BigInt(band.maxHundredths);
  return (min * max * width) / (max * width - position * (max - min));
}
