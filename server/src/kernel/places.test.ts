import { expect, test } from 'vitest';
import { makePlaces } from './places.ts';

test('as many come in as may, of one caller fewer, and there is room again afterwards', async () => {
  const inPlace = makePlaces(3, 2, () => new Error('full'));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const inside = ['a', 'a'].map((key) => inPlace(key, () => promise));
  await expect(inPlace('a', () => promise)).rejects.toThrow('full');
  inside.push(inPlace('b', () => promise));
  await expect(inPlace('c', () => promise)).rejects.toThrow('full');
  resolve(7);
  expect(await Promise.all(inside)).toEqual([7, 7, 7]);
  reject(new Error('too late'));
  // What fails gives its place back too.
  for (let turn = 0; turn < 5; turn++) {
    const failing = inPlace('a', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
  }
  expect(await inPlace('a', async () => 8)).toBe(8);
});
