import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Table } from './band.ts';
import { chanceInterval, type PlayedRounds, returnRange } from './chance.ts';
import { crashPointAt, drawCount } from './crash-point.ts';
import { returnAt } from './rtp.ts';
import { anyTable } from './test/any-table.ts';

const builtIn: Table = { returnMillionths: 970_000 };
const bands: Table = [
  { minHundredths: 100, maxHundredths: 200, probabilityMillionths: 480_000 },
  { minHundredths: 200, maxHundredths: 500, probabilityMillionths: 290_000 },
  { minHundredths: 500, maxHundredths: 5_000, probabilityMillionths: 190_000 },
];

/** Draws that look like chance and are the same in every run. */
function drawer(seed: number) {
  let state = BigInt(seed) * 2_654_435_761n + 88_172_645_463_325_252n;
  return () => {
    state ^= (state << 13n) & 0xffff_ffff_ffff_ffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffff_ffff_ffff_ffffn;
    return state % drawCount;
  };
}

interface Game {
  table: Table;
  rounds: number;
  betsInRound: number;
  /** Where the bet with this number leaves. */
  targetOf: (bet: number) => number;
  seed: number;
}

/** Rounds in which every bet ends by the same crash point, with stakes that differ. */
function play({ table, rounds, betsInRound, targetOf, seed }: Game) {
  const draw = drawer(seed);
  const sums = { paid: 0, stakes: 0, stakesSquared: 0, bothTimes: 0, cashoutsSquared: 0 };
  let cashouts = 0;
  for (let round = 0; round < rounds; round++) {
    const crash = crashPointAt(draw(), table);
    let [stake, cashout] = [0, 0];
    for (let bet = 0; bet < betsInRound; bet++) {
      const own = 100 + ((round * 7 + bet * 13) % 900);
      const target = targetOf(bet);
      stake += own;
      if (target <= crash) cashout += Math.floor((own * target) / 100);
    }
    add(sums, stake, cashout);
    cashouts += cashout;
  }
  return { sums, share: cashouts / sums.stakes };
}

function add(sums: PlayedRounds, stake: number, cashout: number): void {
  if (cashout > 0) sums.paid += 1;
  sums.stakes += stake;
  sums.stakesSquared += stake * stake;
  sums.bothTimes += stake * cashout;
  sums.cashoutsSquared += cashout * cashout;
}

test.each([
  ['one target', builtIn, () => 200],
  ['a far target', builtIn, () => 1_000],
  ['many targets', builtIn, (bet: number) => 110 + bet * 45],
  ['bands', bands, (bet: number) => 120 + bet * 60],
])('fair play lies within it in about 99 of 100 cases: %s', (_name, table, targetOf) => {
  let [inside, told] = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const { sums, share } = play({ table, rounds: 600, betsInRound: 12, targetOf, seed });
    const interval = chanceInterval(sums, returnRange(table));
    if (!interval) continue;
    told += 1;
    if (share >= interval.from && share <= interval.to) inside += 1;
  }
  expect(told).toBeGreaterThan(290);
  expect(inside / told).toBeGreaterThan(0.97);
});

test('95 % at 200 bets is no alarm, and 99 % at two million is one', () => {
  // Two bets a round that leave at 2×: 95 of 200 stakes came back doubled.
  const few = { paid: 0, stakes: 0, stakesSquared: 0, bothTimes: 0, cashoutsSquared: 0 };
  for (let round = 0; round < 100; round++) add(few, 200, round < 47 ? 400 : 0);
  add(few, 0, 0);
  const range = returnRange(builtIn);
  const near = chanceInterval(few, range);
  expect(near?.from).toBeLessThan(0.95);
  expect(near?.to).toBeGreaterThan(0.99);
  // Twenty bets a round, 100,000 rounds: 49.5 % of them paid double.
  const many = { paid: 0, stakes: 0, stakesSquared: 0, bothTimes: 0, cashoutsSquared: 0 };
  for (let round = 0; round < 100_000; round++) {
    add(many, 2_000, round % 1_000 < 495 ? 4_000 : 0);
  }
  const tight = chanceInterval(many, range);
  expect(tight?.to).toBeLessThan(0.99);
  expect(tight?.from).toBeGreaterThan(0.95);
});

test('a table that returns more than it says is found out', () => {
  const odd: Table = { returnMillionths: 999_000 };
  let found = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { sums, share } = play({
      table: odd,
      rounds: 40_000,
      betsInRound: 1,
      targetOf: () => 150,
      seed,
    });
    const interval = chanceInterval(sums, returnRange(builtIn));
    if (interval && share > interval.to) found += 1;
  }
  expect(found).toBeGreaterThan(18);
});

test('too little play says nothing', () => {
  const range = returnRange(builtIn);
  const sums = { paid: 29, stakes: 1e6, stakesSquared: 1e9, bothTimes: 1e9, cashoutsSquared: 1e9 };
  expect(chanceInterval(sums, range)).toBeUndefined();
  expect(chanceInterval({ ...sums, paid: 30 }, range)).toBeDefined();
  expect(chanceInterval({ ...sums, paid: 30, stakes: 0 }, range)).toBeUndefined();
});

test('the same play in other units of money has the same interval, and more of it a closer one', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 9, noNaN: true })),
        {
          minLength: 30,
          maxLength: 80,
        },
      ),
      fc.integer({ min: 2, max: 100 }),
      (rounds, factor) => {
        const sumsOf = (times: number, unit: number) => {
          const sums = { paid: 0, stakes: 0, stakesSquared: 0, bothTimes: 0, cashoutsSquared: 0 };
          for (let time = 0; time < times; time++) {
            for (const [stake, share] of rounds) add(sums, stake * unit, stake * share * unit);
          }
          return { ...sums, paid: 30 };
        };
        const range = returnRange(builtIn);
        const one = chanceInterval(sumsOf(1, 1), range);
        const scaled = chanceInterval(sumsOf(1, factor), range);
        const more = chanceInterval(sumsOf(4, 1), range);
        expect(scaled?.from).toBeCloseTo(one?.from ?? Number.NaN, 6);
        expect(scaled?.to).toBeCloseTo(one?.to ?? Number.NaN, 6);
        expect((more?.to ?? 9) - range.highest).toBeCloseTo(
          ((one?.to ?? 0) - range.highest) / 2,
          6,
        );
      },
    ),
  );
});

test('no target returns more than the range says, and its ends are returns of targets', () => {
  fc.assert(
    fc.property(anyTable(), fc.integer({ min: 101, max: 100_000 }), (table, target) => {
      const { lowest, highest } = returnRange(table);
      expect(lowest).toBeLessThanOrEqual(highest);
      expect(returnAt(table, target)).toBeLessThanOrEqual(highest + 1e-9);
    }),
  );
});
