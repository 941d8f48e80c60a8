import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseRefusal } from '../test/database-refusal.ts';
import { makeGame } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

test('a stake moves once, whole, between its own client’s accounts, whoever else stands by', async () => {
  const [client, other] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const round = await (await makeGame(app, root)).open();
  const { rows } = await sql<{ id: bigint }>`insert into bets
    (round_id, user_id, parent_id, currency, is_demo, stake_minor, created_at, updated_at)
    select ${round}, user_id, ${root.id}, 'USD', false, stake, now(), now()
    from unnest(array[${client.id}, ${client.id}, ${other.id}]::bigint[], array[100, 30, 60])
      b (user_id, stake) returning id`.execute(app.db);
  const [bet = 0n, second = 0n, ofOther = 0n] = rows.map(({ id }) => id);
  const of = (userId: bigint | null, kind: string) =>
    sql`account_of(${userId}::bigint, ${kind}, 'USD')`;
  const [wallet, stakes] = [of(client.id, 'wallet'), of(client.id, 'stakes')];
  const [otherWallet, otherStakes] = [of(other.id, 'wallet'), of(other.id, 'stakes')];
  const [house, treasury] = [of(null, 'house'), of(null, 'demo_treasury')];
  type Leg = [RawBuilder<unknown>, number, bigint | null];
  const post = (...legs: Leg[]) =>
    databaseRefusal(
      app.db,
      sql`select post_set('stake', ${round}::bigint, null, now(), 'stake',
      array[${sql.join(legs.map(([account]) => account))}],
      ${legs.map(([, amount]) => amount)}::bigint[], ${legs.map(([, , one]) => one)}::bigint[])`,
    );
  const out: Leg = [wallet, -100, bet];
  const outOfOther: Leg = [otherWallet, -60, ofOther];
  const held = (minor: number): Leg => [stakes, minor, null];
  const heldOfOther = (minor: number): Leg => [otherStakes, minor, null];
  const wrong: Leg[][] = [
    [[otherWallet, -100, bet], held(100)],
    [out, heldOfOther(100)],
    [[wallet, -50, bet], held(50)],
    [[wallet, -60, bet], held(100), [house, -40, null]],
    [out, held(100), [otherWallet, -100, bet + 1_000n], [house, 100, null]],
    [out, [wallet, 100, bet]],
    // Reserved for each bet, as it was once; for nobody's bet; at the house.
    [out, [stakes, 100, bet]],
    [out, held(90), heldOfOther(10)],
    [out, [house, 100, null]],
    // For each client its own, not the other's, and not in sum alone.
    [out, outOfOther, held(60), heldOfOther(100)],
    [out, outOfOther, held(160)],
    [out, [wallet, -30, second], outOfOther, held(100), heldOfOther(90)],
    [out, [wallet, -30, second], [otherStakes, 60, null], held(70)],
  ];
  for (const legs of wrong) expect(await post(...legs)).toBe('PB907');
  const once = 'a_stake_is_taken_and_let_go_once';
  expect(await post(out, held(100), out, [house, 100, null])).toBe(once);
  expect(await post(out, held(50), held(50))).toBe('one_leg_of_an_account');
  expect(await post(held(100), [treasury, -100, null])).toBe('PB901');
  expect(await post(out, held(100), [house, 1, null])).toBe('PB901');
  // Out of another's wallet in the client's name, beside one that is right.
  const inItsName = sql`with t as (insert into transfers (kind, amount_minor, remarks, round_id,
      created_at) values ('stake', 160, 'stake', ${round}::bigint, now()) returning id)
    insert into entries (account_id, sequence, transfer_id, amount_minor,
      balance_after_minor, created_at, owner_id, owner_parent_id, currency, is_demo, bet_id)
    select leg.account_id, 900 + leg.n, t.id, leg.amount, 0, now(), leg.owner_id, leg.owner_id,
      case when leg.owner_id is not null then 'USD' end,
      case when leg.owner_id is not null then false end, leg.bet_id
    from t, (values (1, ${otherWallet}, -60, ${other.id}::bigint, ${ofOther}::bigint),
      (2, ${otherWallet}, -100, ${client.id}, ${bet}), (3, ${otherStakes}, 60, null, null),
      (4, ${stakes}, 100, null, null)) leg (n, account_id, amount, owner_id, bet_id)`;
  expect(await databaseRefusal(app.db, inItsName)).toBe('PB907');
  expect(await post(out, [wallet, -30, second], held(130), outOfOther, heldOfOther(60))).toBe(
    'done',
  );
  expect(await post(out, held(100))).toBe(once);
  const withoutAccounts = sql`select stake_bets(${round}::bigint, null, null, now(), 'USD', false,
    array[${client.id}::bigint], array[${root.id}::bigint], '{}'::accounts[], array[null],
    array[${client.id}::bigint], array[100::bigint], array[null::int], array[null])`;
  expect(await databaseRefusal(app.db, withoutAccounts)).toBe('23502');
});
