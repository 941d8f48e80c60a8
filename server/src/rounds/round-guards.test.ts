import { game } from '@pitboss/contract/game';
import { player } from '@pitboss/contract/player';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { databaseRefusal } from '../test/database-refusal.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { anyReturn } from '../test/odds.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { openRound } from './open-round.ts';
import { settleRound } from './round-steps.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

const refusalOf = (statement: RawBuilder<unknown>) => databaseRefusal(app.db, statement);

const committed = 'PB910';
const wrongStep = 'PB911';
const appendOnly = 'PB900';
const ended = 'PB920';

/** A round in which one won and one lost, with the two bets. */
async function playedRound() {
  const [winner, loser] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const round = await server.play(
    [
      { ref: newRef(), userId: winner.id, stake: 100n, autoCashout: 200 },
      { ref: newRef(), userId: loser.id, stake: 100n },
    ],
    250,
  );
  const bets = await app.db
    .selectFrom('bets')
    .selectAll()
    .where('round_id', '=', round)
    .orderBy('id')
    .execute();
  return { round, won: bets[0]?.id ?? 0n, lost: bets[1]?.id ?? 0n, winner, loser };
}

test('a step by hand waits for those who bet', async () => {
  const round = await server.open();
  const betting = await openTransaction(app.db);
  await sql`select hold_round(${round}::bigint, false)`.execute(betting);
  const stepping = sql`update rounds set state = 'flying', flying_at = now()
    where id = ${round}`.execute(app.db);
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
      app.db,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBe(1);
  await betting.commit().execute();
  await stepping;
  await server.crash(round, 200);
});

test('what was committed to before betting cannot change, in any state', async () => {
  const round = await openFlight(app, 300);
  const changes = {
    seed: sql`seed = sha256('another')`,
    hash: sql`hash = repeat('0', 64)`,
    draw: sql`drawn_hundredths = drawn_hundredths + 1`,
    table: sql`multiplier_table_id = 1`,
    speed: sql`doubling_ms = doubling_ms * 2`,
    birth: sql`created_at = created_at - interval '1 day'`,
    source: sql`source = 'game'`,
  };
  const tryAll = async (step: RawBuilder<unknown>) => {
    for (const [what, change] of Object.entries(changes)) {
      const update = sql`update rounds set ${step}, ${change} where id = ${round}`;
      expect([what, await refusalOf(update)]).toEqual([what, committed]);
    }
  };
  await tryAll(sql`state = 'flying', flying_at = now()`);
  await takeOff(app, round, 150);
  await tryAll(sql`state = 'crashed', multiplier_hundredths = 300, ended_at = now()`);
  await land(app, round);
  await tryAll(sql`updated_at = now()`);
});

test('a round goes forward from betting to its end and never back', async () => {
  const states = {
    betting: sql`state = 'betting', flying_at = null, multiplier_hundredths = null, ended_at = null`,
    flying: sql`state = 'flying', flying_at = now(), multiplier_hundredths = null, ended_at = null`,
    crashed: sql`state = 'crashed', multiplier_hundredths = 200, ended_at = now(),
      flying_at = coalesce(flying_at, now())`,
    void: sql`state = 'void', multiplier_hundredths = null, ended_at = now()`,
  };
  const allowed = new Set(['betting flying', 'betting void', 'flying crashed', 'flying void']);
  const reach = async (state: string) => {
    const round = await server.open();
    if (state === 'flying' || state === 'crashed') await server.start(round);
    if (state === 'crashed') await server.crash(round, 200);
    if (state === 'void') await server.call(game.voidRound, { round });
    return round;
  };
  for (const from of Object.keys(states)) {
    for (const [to, change] of Object.entries(states)) {
      const round = await reach(from);
      const outcome = await refusalOf(sql`update rounds set ${change} where id = ${round}`);
      const step = `${from} ${to}`;
      expect([step, outcome]).toEqual([step, allowed.has(step) ? 'done' : wrongStep]);
    }
  }
});

test('a round of the engine crashes where it was drawn and nowhere else', async () => {
  const round = await openFlight(app, 300);
  await takeOff(app, round, 150);
  const crash = (hundredths: number) => sql`update rounds set state = 'crashed',
    multiplier_hundredths = ${hundredths}, ended_at = now() where id = ${round}`;
  for (const wrong of [299, 301, 100, 99, 100_000_001]) {
    expect(await refusalOf(crash(wrong))).toMatch(/^(the_engine_crashes|multiplier_is_possible)/);
  }
  expect(await refusalOf(crash(300))).toBe('done');
});

test('no two rounds of the engine run at the same time, but game servers run beside it', async () => {
  const round = await openFlight(app, 300);
  const openAnother = () =>
    inTransaction(app.db, (tx) =>
      openRound(tx, { source: 'engine', bettingMs: 1_000, doublingMs: 1_000 }, anyReturn),
    );
  const second = { constraint: 'one_running_round_of_the_engine' };
  await expect(openAnother()).rejects.toMatchObject(second);
  await takeOff(app, round, 150);
  await expect(openAnother()).rejects.toMatchObject(second);
  expect(await server.open()).toBeGreaterThan(round);
  await land(app, round);
  await openAnother();
});

test('rounds, bets and tables of multipliers are never deleted', async () => {
  await playedRound();
  for (const table of ['rounds', 'bets', 'multiplier_tables']) {
    const name = sql.table(table);
    expect([table, await refusalOf(sql`delete from ${name}`)]).toEqual([table, appendOnly]);
    const all = sql`truncate ${name} cascade`;
    expect([table, await refusalOf(all)]).toEqual([table, appendOnly]);
  }
  const change = sql`update multiplier_tables set bands = '[]'`;
  expect(await refusalOf(change)).toBe(appendOnly);
});

test('a round says that its bets have ended when that is so, once and for all', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const [round, empty] = [await server.open(), await server.open()];
  const say = (of: bigint, value: boolean, also = sql``) =>
    refusalOf(sql`update rounds set bets_have_ended = ${value}${also} where id = ${of}`);
  const isSaid = async (of: bigint) => {
    const { rows } = await sql<{ said: boolean }>`
      select bets_have_ended as said from rounds where id = ${of}`.execute(app.db);
    return rows[0]?.said;
  };
  await server.place(round, [{ ref: newRef(), userId: client.id, stake: 100n }]);
  expect(await say(empty, true)).toBe(wrongStep);
  for (const one of [round, empty]) await server.start(one);
  expect(await say(round, true, sql`, state = 'crashed'`)).toBe(wrongStep);
  for (const one of [round, empty]) await server.crash(one, 300, false);
  expect(await isSaid(empty)).toBe(true);
  expect(await isSaid(round)).toBe(false);
  expect(await say(round, true)).toBe(wrongStep);
  await inTransaction(app.db, (tx) => settleRound(tx, round, null));
  expect(await isSaid(round)).toBe(true);
  expect(await say(round, false)).toBe(wrongStep);
  expect(await say(round, true, sql`, updated_at = now()`)).toBe(wrongStep);
});

test('a bet that has ended does not change', async () => {
  const { won, lost, round } = await playedRound();
  const changes = [
    sql`stake_minor = stake_minor + 1`,
    sql`cashout_hundredths = 250, cashout_minor = 250`,
    sql`type = 'unsettled', cashout_minor = null`,
    sql`type = 'void', cashout_minor = null`,
    sql`updated_at = now()`,
  ];
  for (const change of changes) {
    for (const id of [won, lost]) {
      const outcome = await refusalOf(sql`update bets set ${change} where id = ${id}`);
      // Of one row, what its own figures forbid is met first.
      expect(outcome).toMatch(/^(PB920|a_cashout_follows_from|nobody_flies_past)/);
    }
  }
  const touched = sql`update bets set updated_at = now() where round_id = ${round}`;
  expect(await refusalOf(touched)).toBe(ended);
});

test('a cash-out that does not follow from stake and multiplier is not stored', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  await openFlight(app, 300);
  const { data } = await app.call(player.placeBet, {
    token: client.token,
    body: { stake: 33n, autoCashout: 150 },
  });
  const set = (change: RawBuilder<unknown>) =>
    refusalOf(sql`update bets set ${change} where id = ${data._id}`);
  const follows = 'a_cashout_follows_from_its_multiplier';
  expect(await set(sql`type = 'settled', cashout_hundredths = 133, cashout_minor = 44`)).toBe(
    follows,
  );
  expect(await set(sql`type = 'settled', cashout_minor = 33`)).toBe(follows);
  expect(await set(sql`type = 'settled'`)).toBe('a_settled_bet_has_its_cashout');
  expect(await set(sql`cashout_minor = 0`)).toBe('a_settled_bet_has_its_cashout');
  expect(await set(sql`cashout_hundredths = 151`)).toBe('nobody_flies_past_the_target');
  expect(await set(sql`cashout_hundredths = 100`)).toBe('nobody_leaves_at_one');
});

test('a bet that is open changes in nothing but its end', async () => {
  const [client, other] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root),
  ];
  const round = await openFlight(app, 300);
  const { data } = await app.call(player.placeBet, { token: client.token, body: { stake: 33n } });
  const changes = [
    sql`stake_minor = 34`,
    sql`auto_hundredths = 101`,
    sql`round_id = ${round - 1n}`,
    sql`user_id = ${other.id}`,
    sql`parent_id = ${other.id}`,
    sql`currency = 'INR'`,
    sql`is_demo = true`,
    sql`created_at = created_at - interval '1 day'`,
  ];
  for (const change of changes) {
    expect(await refusalOf(sql`update bets set ${change} where id = ${data._id}`)).toBe(ended);
  }
});

test('a bet is a client’s own, in its own money, on a round that is open for betting', async () => {
  const [client, demo] = [await makeUser(app, root), await makeUser(app, root, { isDemo: true })];
  interface Bet {
    round: bigint;
    user?: TestPerson;
    parent?: TestPerson;
    currency?: string;
    stake?: bigint;
  }
  const insert = ({ round, user = client, parent = root, currency = 'USD', stake = 1n }: Bet) =>
    refusalOf(sql`insert into bets
      (round_id, user_id, parent_id, currency, is_demo, stake_minor, created_at, updated_at)
      values (${round}, ${user.id}, ${parent.id}, ${currency}, false, ${stake}, now(), now())`);
  const [betting, flying] = [await server.open(), await server.open()];
  await server.start(flying);
  const noRoundOrClient = 'PB921';
  expect(await insert({ round: flying })).toBe(noRoundOrClient);
  expect(await insert({ round: 999_999n })).toBe(noRoundOrClient);
  expect(await insert({ round: betting, user: root })).toBe(noRoundOrClient);
  expect(await insert({ round: betting, user: demo })).toBe(noRoundOrClient);
  expect(await insert({ round: betting, parent: demo })).toBe(noRoundOrClient);
  expect(await insert({ round: betting, currency: 'INR' })).toBe(noRoundOrClient);
  for (const stake of [0n, -1n, 10_000_000_001n]) {
    expect(await insert({ round: betting, stake })).toBe('stake_is_possible');
  }
});

test('no bet is staked, taken, paid or given back twice, whatever the code does', async () => {
  const { won, lost, winner, loser, round } = await playedRound();
  const accountOf = (userId: bigint | null, kind: string) =>
    sql`account_of(${userId}::bigint, ${kind}, 'USD')`;
  const house = accountOf(null, 'house');
  type Leg = [RawBuilder<unknown>, number, bigint | null];
  const again = (kind: string, ...legs: Leg[]) =>
    refusalOf(sql`select post_set(${kind}, ${round}::bigint, null, now(), 'again',
      array[${sql.join(legs.map(([account]) => account))}],
      ${legs.map(([, amount]) => amount)}::bigint[], ${legs.map(([, , bet]) => bet)}::bigint[])`);
  const of = ({ id }: TestPerson) => [accountOf(id, 'wallet'), accountOf(id, 'stakes')] as const;
  const [wallet, stakes] = of(winner);
  const [lostWallet, lostStakes] = of(loser);
  const once = 'a_stake_is_taken_and_let_go_once';
  expect(await again('stake', [wallet, -100, won], [stakes, 100, null])).toBe(once);
  const settled: Leg[] = [
    [stakes, -100, won],
    [wallet, 200, won],
  ];
  expect(await again('settlement', ...settled, [house, -100, null])).toBe(once);
  // The stake of a bet goes to the house or back, and never both.
  expect(await again('refund', [lostStakes, -100, lost], [lostWallet, 100, lost])).toBe(once);
  // What is paid without letting a stake go, for no bet, or to another.
  expect(await again('settlement', [wallet, 100, won], [house, -100, null])).toBe('PB907');
  expect(await again('settlement', [wallet, 100, null], [house, -100, null])).toBe('PB901');
  expect(await again('settlement', [wallet, 100, lost], [house, -100, null])).toBe('PB907');
});

test('an open bet moves its own stake and nothing else', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const round = await openFlight(app, 300);
  const { data } = await app.call(player.placeBet, { token: client.token, body: { stake: 100n } });
  const wallet = sql`account_of(${client.id}::bigint, 'wallet', 'USD')`;
  const stakes = sql`account_of(${client.id}::bigint, 'stakes', 'USD')`;
  const taken = sql`select post_set('settlement', ${round}::bigint, null, now(), 'too early',
    array[${stakes}, account_of(null, 'house', 'USD')], array[-100, 100]::bigint[],
    array[${data._id}, null]::bigint[])`;
  expect(await refusalOf(taken)).toBe('PB907');
  const more = sql`select post_set('stake', ${round}::bigint, null, now(), 'more',
    array[${wallet}, ${stakes}], array[-100, 100]::bigint[],
    array[${data._id}, null]::bigint[])`;
  expect(await refusalOf(more)).toBe('PB907');
  const { won, winner } = await playedRound();
  const alone = sql`select post_transfer('stake', ${winner.id}::bigint, 'wallet',
    ${winner.id}::bigint, 'stakes', 'USD', 100, null, 'again', null, null, ${won}::bigint)`;
  expect(await refusalOf(alone)).toBe('PB905');
});

test('a round that is running cannot be settled, not even by the function that settles', async () => {
  const round = await server.open();
  const settle = sql`select settle_round(${round}::bigint, null)`;
  expect(await refusalOf(settle)).toBe('PB912');
  await server.start(round);
  expect(await refusalOf(settle)).toBe('PB912');
});
