import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Work that ends when the test says so. */
function pieces(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<number>());
}

test('one runs at a time, in the order of coming, and what fails holds up nobody', async () => {
  const takeTurn = inTurn();
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
