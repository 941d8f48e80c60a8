import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { band, fourBands } from './test/any-table.ts';
import { verifyRound } from './verify.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An honest round of the built-in table, made with Node alone. */
function honestRound(round: bigint) {
  const seed = sha256(`seed of round ${round}`);
  const key = Buffer.from(seed, 'hex');
  const tableHash = sha256('default:970000');
  const digest = createHmac('sha256', key).update(`${round}:${tableHash}`).digest('hex');
  const share = Number.parseInt(digest.slice(0, 13), 16) / 2 ** 52;
  const multiplierHundredths = Math.max(100, Math.floor(97 / (1 - share)));
  return { round, hash: sha256(key), seed, tableHash, table: [], multiplierHundredths };
}

describe('a round', () => {
  test('that was drawn honestly is right in every point', () => {
    for (let number = 1n; number <= 100n; number++) {
      const round = honestRound(number);
      expect(verifyRound(round)).toEqual({
        isSeedRight: true,
        isTableRight: true,
        drawnHundredths: round.multiplierHundredths,
        isMultiplierRight: true,
      });
    }
  });

  test('may show its hashes in capital letters', () => {
    const { hash, tableHash, ...rest } = honestRound(7n);
    const capitals = { hash: hash.toUpperCase(), tableHash: tableHash.toUpperCase() };
    expect(verifyRound({ ...rest, ...capitals })).toMatchObject({
      isSeedRight: true,
      isTableRight: true,
    });
  });

  test('with another seed than the published one is caught', () => {
    const { seed: _seed, ...rest } = honestRound(7n);
    const verdict = verifyRound({ ...rest, seed: honestRound(8n).seed });
    expect(verdict).toMatchObject({ isSeedRight: false, isTableRight: true });
    expect(verdict.isMultiplierRight).toBe(false);
  });

  test('with another table than the published one is caught', () => {
    expect(verifyRound({ ...honestRound(7n), table: fourBands })).toMatchObject({
      isSeedRight: true,
      isTableRight: false,
      isMultiplierRight: false,
    });
    const almost = fourBands.map((one, index) =>
      index === 3 ? band(1_000, 5_000, one.probabilityMillionths - 1) : one,
    );
    const proof = { ...honestRound(7n), table: almost };
    const tableHash = sha256('100-200:500000;200-500:300000;500-1000:140000;1000-5000:40000');
    expect(verifyRound({ ...proof, tableHash }).isTableRight).toBe(false);
  });

  test('that crashed elsewhere than its draw says is caught', () => {
    const round = honestRound(7n);
    const verdict = verifyRound({
      ...round,
      multiplierHundredths: round.multiplierHundredths - 1,
    });
    expect(verdict).toEqual({
      isSeedRight: true,
      isTableRight: true,
      drawnHundredths: round.multiplierHundredths,
      isMultiplierRight: false,
    });
  });

  test('of another number than the drawn one is caught', () => {
    expect(verifyRound({ ...honestRound(7n), round: 9n }).isMultiplierRight).toBe(false);
  });

  test('whose seed is no hexadecimal text has no draw', () => {
    const round = { ...honestRound(7n), seed: 'not a seed' };
    expect(() => verifyRound(round)).toThrow(/hex/);
  });
});
