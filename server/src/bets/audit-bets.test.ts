import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { auditRounds } from '../rounds/audit-rounds.ts';
import { voidRound } from '../rounds/round-steps.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef } from '../test/game.ts';
import { tampered } from '../test/tampered.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { auditBets } from './audit-bets.ts';
import { cashOutBet } from './cash-out.ts';
import { placeBets } from './place-bets.ts';

let app: TestApp;
let client: TestPerson;
/** Bets by how they ended. */
let bets: Record<'left' | 'auto' | 'atTheCrash' | 'lost' | 'tooHigh' | 'void' | 'game', bigint>;
let flown: bigint;

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 1_000_000n });
  flown = await openFlight(app, 300);
  const [left, auto, atTheCrash, lost, tooHigh] = await place(flown, [null, 150, 300, null, 301]);
  await takeOff(app, flown, 222);
  await inTransaction(app.db, (tx) => cashOutBet(tx, left ?? 0n));
  await land(app, flown);
  const voided = await openFlight(app, 200);
  const [refunded] = await place(voided, [150]);
  await inTransaction(app.db, (tx) => voidRound(tx, voided));
  const server = await makeGame(app, root);
  const round = await server.open();
  const ref = newRef();
  const placed = await server.place(round, [{ ref, userId: client.id, stake: 500n }]);
  await server.start(round);
  await server.leave(round, [{ ref, multiplier: 200 }]);
  await server.crash(round, 200);
  bets = Object.fromEntries(
    Object.entries({ left, auto, atTheCrash, lost, tooHigh, void: refunded }).map(([name, id]) => [
      name,
      id ?? 0n,
    ]),
  ) as typeof bets;
  bets.game = placed.bets[0]?.betId ?? 0n;
});

afterAll(() => app.close());

async function place(round: bigint, targets: (number | null)[]): Promise<bigint[]> {
  const wanted = targets.map((autoHundredths) => ({
    ref: null,
    userId: client.id,
    stakeMinor: 1_001n,
    autoHundredths,
  }));
  const by = { actorId: null, serviceKeyId: null };
  const placed = await inTransaction(app.db, (tx) => placeBets(tx, round, by, wanted));
  return placed.map(({ betId }) => betId ?? 0n);
}

const faultsAfter = (tamper: (tx: Tx) => Promise<unknown>) =>
  tampered(app, tamper, async (tx) => [...(await auditBets(tx)), ...(await auditRounds(tx))]);

const unpaid = 'was not paid once and rightly';
const left = 'left where its round was not';
const amount = 'has another cash-out than its stake and its multiplier say';

test('bets that left, lost, won at their target or were given back are right', async () => {
  const { rows } = await sql<{ id: bigint; left: number | null }>`
    select id, cashout_hundredths as left from bets order by id`.execute(app.db);
  expect(rows).toEqual([
    { id: bets.left, left: 222 },
    { id: bets.auto, left: 150 },
    { id: bets.atTheCrash, left: 300 },
    { id: bets.lost, left: null },
    { id: bets.tooHigh, left: null },
    { id: bets.void, left: null },
    { id: bets.game, left: 200 },
  ]);
  expect(await faultsAfter(async () => {})).toEqual([]);
});

test.each<[string, keyof typeof bets, string, string[]]>([
  ['a larger stake', 'lost', 'stake_minor = 2000', [unpaid]],
  ['a larger payout', 'auto', 'cashout_minor = 5000', [amount, unpaid]],
  ['another payout at another multiplier', 'left', leftAt(250), [unpaid]],
  ['another client', 'left', 'user_id = user_id - 1', [unpaid]],
  ['a client that is not there', 'lost', 'user_id = 0', [unpaid]],
  ['a win for one that lost', 'lost', leftAt(299), [unpaid]],
  ['a win above the crash', 'lost', leftAt(301), [left, unpaid]],
  ['a win at the crash without a target', 'lost', leftAt(300), [left, unpaid]],
  ['a target above the crash that counted', 'tooHigh', leftAt(301), [left, unpaid]],
  [
    'a target that did not count',
    'auto',
    'cashout_hundredths = null, cashout_minor = 0',
    ['did not leave at its target', unpaid],
  ],
  ['a target moved below', 'auto', 'auto_hundredths = 140', ['did not leave at its target']],
  [
    'a refund in a round that crashed',
    'lost',
    "type = 'void', cashout_minor = null",
    ['ended otherwise than its round', unpaid],
  ],
  [
    'a loss in a void round',
    'void',
    "type = 'settled', cashout_minor = 0",
    ['ended otherwise than its round', unpaid],
  ],
  ['a game above its crash', 'game', leftAt(201, 500), [left, unpaid]],
  ['a round that is not there', 'game', 'round_id = 999', ['is of no round']],
  [
    'an end taken back',
    'lost',
    "type = 'unsettled', cashout_minor = null",
    ['is open in a round whose bets have ended', unpaid],
  ],
])('%s is found, and the bet is named', async (_, which, change, whats) => {
  const faults = await faultsAfter((tx) =>
    sql`update bets set ${sql.raw(change)} where id = ${bets[which]}`.execute(tx),
  );
  expect(faults).toEqual(whats.map((what) => `bet ${bets[which]} ${what}`));
});

/** A bet's own figures agree, for whoever has read the constraints. */
function leftAt(hundredths: number, stake = 1_001): string {
  return `cashout_hundredths = ${hundredths},
    cashout_minor = ${Math.floor((stake * hundredths) / 100)}`;
}

test('a bet that was removed is found by what moved for it', async () => {
  const faults = await faultsAfter((tx) =>
    sql`delete from bets where id = ${bets.lost}`.execute(tx),
  );
  expect(faults).toEqual([`bet ${bets.lost} ${unpaid}`]);
});

test('a bet that was slipped in is found by what did not move for it', async () => {
  const faults = await faultsAfter((tx) =>
    sql`insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor, type,
        cashout_minor, created_at, updated_at) overriding system value
      select 999, round_id, -1, parent_id, currency, is_demo, 5, type, 0, created_at,
        updated_at from bets where id = ${bets.lost}`.execute(tx),
  );
  expect(faults).toEqual([`bet 999 ${unpaid}`]);
});

test('another sum reserved, or on another account, is found', async () => {
  const ofFlown = sql`bet_id is null and transfer_id = (select id from transfers
    where round_id = ${flown} and kind = 'stake')`;
  const { rows } = await sql<{ id: bigint; held: bigint }>`
    select transfer_id as id, amount_minor as held from entries where ${ofFlown}`.execute(app.db);
  expect(rows.map(({ held }) => held)).toEqual([5_005n]);
  for (const change of [
    sql`amount_minor = 5004`,
    sql`account_id = (select min(id) from accounts where kind = 'stakes' and id <> account_id)`,
  ]) {
    const faults = await faultsAfter((tx) =>
      sql`update ${sql.table('entries')} set ${change} where ${ofFlown}`.execute(tx),
    );
    expect(faults).toEqual([
      expect.stringMatching(
        `^transfer ${rows[0]?.id} reserved another sum for client \\d+ than it staked$`,
      ),
    ]);
  }
});

test('another crash point leaves bets that do not follow from it', async () => {
  const faults = await faultsAfter((tx) =>
    sql`update rounds set multiplier_hundredths = 200 where id = ${flown}`.execute(tx),
  );
  expect(faults).toEqual([
    `bet ${bets.left} ${left}`,
    `round ${flown} did not crash where it was drawn`,
  ]);
});
