import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Work that ends when the test says so. */
function pieces(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<number>());
}

test('one runs at a time, in the order of coming, and what fails holds up nobody', async () => {
  const takeTurn = inTurn(5, () => new Error('full'));
  const [first, second, third] = pieces(3) as [Piece, Piece, Piece];
  const began: number[] = [];
  const done = [first, second, third].map((piece, index) =>
    takeTurn(() => {
      began.push(index);
      return piece.promise;
    }),
  );
  second.reject(new Error('broken'));
  third.resolve(3);
  await Promise.allSettled([second.promise, third.promise]);
  expect(began).toEqual([0]);
  first.resolve(1);
  const [one, two, three] = await Promise.allSettled(done);
  expect([one?.status, two?.status, three?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(began).toEqual([0, 1, 2]);
});

type Piece = ReturnType<typeof pieces>[number];

test('as many wait as may, the next is refused, and there is room again afterwards', async () => {
  const takeTurn = inTurn(2, () => new Error('full'));
  const [piece] = pieces(1) as [Piece];
  const taken = [1, 2, 3].map(() => takeTurn(() => piece.promise));
  await expect(takeTurn(() => piece.promise)).rejects.toThrow('full');
  piece.resolve(7);
  expect(await Promise.all(taken)).toEqual([7, 7, 7]);
  expect(await takeTurn(async () => 8)).toBe(8);
});
