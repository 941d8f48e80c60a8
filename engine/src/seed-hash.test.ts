import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedHash } from './seed-hash.ts';

test('a seed is hashed by its bytes, not by its digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const seed = Buffer.from(bytes).toString('hex');
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(seedHash(seed)).toBe(expected);
      expect(seedHash(seed.toUpperCase())).toBe(expected);
    }),
  );
});

test('the hash of the three bytes abc is the one that the standard prints', () => {
  expect(seedHash('616263')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test.each(['xyz', 'abc', '0x00', ' 00', 'gg'])('the text %o is no seed', (text) => {
  expect(() => seedHash(text)).toThrow(/hex/);
});
