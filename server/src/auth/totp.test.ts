import { expect, test } from 'vitest';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** The secret of RFC 6238, appendix B, whose codes are known; of eight digits apps show six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i the code is %s', (seconds, code) => {
  expect(stepOf(secret, code, seconds)).toBe(BigInt(Math.floor(seconds / 30)));
});

test('a code is taken in its own step and in those beside it', () => {
  const found = [29.9, 30, 59.9, 60, 89.9].map((at) => stepOf(secret, '287082', at));
  expect(found).toEqual([1n, 1n, 1n, 1n, 1n]);
  expect(stepOf(secret, '287082', 90)).toBeUndefined();
  expect(stepOf(secret, '287083', 59)).toBeUndefined();
});

test('a secret has 160 bits and is of its own, and apps read whose it is', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect([one.length, one === other]).toEqual([32, false]);
  expect(uriOf(one, 'olga')).toBe(`otpauth://totp/Pitboss:olga?secret=${one}&issuer=Pitboss`);
});
