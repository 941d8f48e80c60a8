import { game } from '@pitboss/contract/game';
import type { Currency } from '@pitboss/contract/money';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

async function bankOf(kind: 'house' | 'demo_treasury', currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select sum(balance_minor)::bigint as balance from accounts
    where kind = ${kind} and currency = ${currency}`.execute(app.db);
  return rows[0]?.balance ?? 0n;
}

/** Every leg of a round's transfers: what for, of which account, and how much. */
async function movesOf(round: bigint) {
  const { rows } = await sql<{ move: string }>`
    select concat_ws(' ', t.kind, a.kind, e.amount_minor) as move
    from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
    where t.round_id = ${round}
    order by a.user_id nulls last, t.id, e.amount_minor`.execute(app.db);
  return rows.map(({ move }) => move);
}

/** Stake, multiplier and payout in minor units; what is below a minor unit stays with the house. */
test.each([
  [1n, 199, 1n],
  [1n, 101, 1n],
  [2n, 149, 2n],
  [2n, 150, 3n],
  [99n, 101, 99n],
  [3_333n, 133, 4_432n],
  [3_333n, 200, 6_666n],
  [1_999n, 9_999, 199_880n],
  [7n, 100_000_000, 7_000_000n],
])('%i at %i hundredths pays %i', async (stake, multiplier, paid) => {
  const { id: userId } = await makeUser(app, root, { balance: stake });
  const bets = [{ ref: newRef(), userId, stake, autoCashout: multiplier }];
  await server.play(bets, multiplier);
  expect(await balanceOf(app, root, { id: userId })).toBe(paid);
});

/** The legs of one who staked 200 and got 300, and of one who lost 700. */
const wonAndLost = [
  'stake wallet -200',
  'stake stakes 200',
  'settlement stakes -200',
  'settlement wallet 300',
  'stake wallet -700',
  'stake stakes 700',
  'settlement stakes -700',
];

test('losers’ stakes go to the house, winners are paid by it', async () => {
  const [winner, loser] = [
    await makeUser(app, root, { balance: 1_000n, currency: 'INR' }),
    await makeUser(app, root, { balance: 1_000n, currency: 'INR' }),
  ];
  const [house, demo] = [await bankOf('house', 'INR'), await bankOf('demo_treasury', 'INR')];
  const round = await server.play(
    [
      { ref: newRef(), userId: winner.id, stake: 200n, autoCashout: 150 },
      { ref: newRef(), userId: loser.id, stake: 700n, autoCashout: 301 },
    ],
    300,
  );
  expect(await movesOf(round)).toEqual([...wonAndLost, 'settlement house 600']);
  expect(await bankOf('house', 'INR')).toBe(house + 700n + 200n - 300n);
  expect(await bankOf('demo_treasury', 'INR')).toBe(demo);
});

test('play money is played against the demo treasury, and the house stays as it is', async () => {
  const [winner, loser] = [
    await makeUser(app, root, { balance: 1_000n, isDemo: true }),
    await makeUser(app, root, { balance: 1_000n, isDemo: true }),
  ];
  const [house, demo] = [await bankOf('house', 'USD'), await bankOf('demo_treasury', 'USD')];
  const round = await server.play(
    [
      { ref: newRef(), userId: winner.id, stake: 200n, autoCashout: 150 },
      { ref: newRef(), userId: loser.id, stake: 700n },
    ],
    300,
  );
  expect(await movesOf(round)).toEqual([...wonAndLost, 'settlement demo_treasury 600']);
  expect(await bankOf('house', 'USD')).toBe(house);
  expect(await bankOf('demo_treasury', 'USD')).toBe(demo + 600n);
});

test('a void round gives every stake back, and no bank is touched', async () => {
  const clients = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n, isDemo: true }),
  ];
  const banks = () => Promise.all([bankOf('house', 'USD'), bankOf('demo_treasury', 'USD')]);
  const before = await banks();
  const round = await server.open();
  await server.place(
    round,
    clients.map(({ id: userId }) => ({ ref: newRef(), userId, stake: 400n, autoCashout: 120 })),
  );
  await server.call(game.voidRound, { round });
  expect(await movesOf(round)).toEqual([
    'stake wallet -400',
    'stake stakes 400',
    'refund stakes -400',
    'refund wallet 400',
    'stake wallet -400',
    'stake stakes 400',
    'refund stakes -400',
    'refund wallet 400',
  ]);
  expect(await banks()).toEqual(before);
  for (const one of clients) expect(await balanceOf(app, root, one)).toBe(1_000n);
});
