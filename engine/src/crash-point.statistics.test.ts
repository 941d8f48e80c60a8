import { createCipheriv, createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Band } from './band.ts';
import { crashPoint, crashPointAt } from './crash-point.ts';
import { returnAt } from './rtp.ts';
import { fourBands } from './test/any-table.ts';

const drawn = 1_000_000;
const drawnBySeed = 25_000;
/** About one honest sample in 150,000 lies outside; the samples are fixed, so none does. */
const sigmas = 4.5;

const tables: [name: string, table: Band[], edges: number[]][] = [
  ['the built-in table', [], [101, 200, 1_000, 10_000]],
  ['four bands', fourBands, [101, 200, 500, 1_000, 4_999]],
];
const targets = [101, 110, 125, 150, 199, 200, 201, 250, 350, 499, 500, 750, 999, 1_000, 2_500];

/** A cipher's key stream is as even as any random numbers, and the same on every machine. */
function* evenDraws(count: number): Generator<bigint> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 'draws'), Buffer.alloc(16));
  const bytes = cipher.update(Buffer.alloc(count * 8));
  for (let at = 0; at < bytes.length; at += 8) yield bytes.readBigUInt64BE(at) >> 12n;
}

function sampleOfDraws(table: Band[]): Uint32Array {
  return Uint32Array.from(evenDraws(drawn), (draw) => crashPointAt(draw, table));
}

function sampleOfSeeds(table: Band[]): Uint32Array {
  const points = new Uint32Array(drawnBySeed);
  for (let index = 0; index < drawnBySeed; index++) {
    const seed = createHash('sha256').update(`statistics ${index}`).digest('hex');
    points[index] = crashPoint(seed, BigInt(index), table);
  }
  return points;
}

function shareFrom(sample: Uint32Array, target: number): number {
  return sample.reduce((count, point) => count + (point >= target ? 1 : 0), 0) / sample.length;
}

function expectEven(sample: Uint32Array, table: Band[], edges: number[]): void {
  for (const edge of edges) {
    const chance = (returnAt(table, edge) * 100) / edge;
    const band = sigmas * Math.sqrt((chance * (1 - chance)) / sample.length);
    const off = Math.abs(shareFrom(sample, edge) - chance);
    expect(off, `share from ${edge} on`).toBeLessThanOrEqual(band);
  }
}

function expectNoGift(sample: Uint32Array, table: Band[]): void {
  for (const target of targets) {
    const promised = returnAt(table, target);
    const chance = (promised * 100) / target;
    const band = (sigmas * target * Math.sqrt((chance * (1 - chance)) / sample.length)) / 100;
    const returned = (target * shareFrom(sample, target)) / 100;
    expect(returned, `return at ${target}`).toBeLessThanOrEqual(promised + band);
  }
}

describe.each(tables)('%s', (_name, table, edges) => {
  test('keeps its odds over a million draws, and gives no target more than it promises', () => {
    const sample = sampleOfDraws(table);
    expect(sample).toHaveLength(drawn);
    expectEven(sample, table, edges);
    expectNoGift(sample, table);
  });

  test('keeps them over 25,000 rounds that are drawn from seeds', () => {
    const sample = sampleOfSeeds(table);
    expectEven(sample, table, edges);
    expectNoGift(sample, table);
  });
});
