import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFlight } from '../test/flights.ts';
import { modelMs, modelRuns } from '../test/model-runs.ts';
import { makeAdmin, makeDeepAdmin, makeSuper, makeUser, type TestPerson } from '../test/people.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

interface World {
  app: TestApp;
  people: TestPerson[];
}

/** Two platforms with the same people; the second declines every call at once. */
let quick: World;
let plain: World;

beforeAll(async () => {
  [quick, plain] = await Promise.all([makeWorld(), makeWorld()]);
  await sql`
    create or replace function move_at_once(p_call call_at_once, p_kind text, p_client_id bigint,
      p_amount_minor bigint, p_remarks text)
    returns table (transfer_id bigint, balance_minor bigint)
    language plpgsql as 'begin return; end'`.execute(plain.app.db);
  await sql`
    create or replace function place_at_once(p_call call_at_once, p_stake_minor bigint,
      p_auto_hundredths int)
    returns table (bet_id bigint, round_id bigint, currency text, placed_at timestamptz)
    language plpgsql as 'begin return; end'`.execute(plain.app.db);
}, 60_000);

afterAll(() => Promise.all([quick.app.close(), plain.app.close()]));

async function makeWorld(): Promise<World> {
  const app = await testApp();
  const root = await makeSuper(app);
  const named = (username: string) => ({ username });
  const admin = await makeAdmin(app, root, { ...named('admin'), balance: 90_000n });
  const other = await makeAdmin(app, root, { ...named('other'), currency: 'INR', balance: 500n });
  const suspended = await makeAdmin(app, root, { ...named('suspended'), balance: 5_000n });
  const locked = await makeAdmin(app, root, { ...named('locked'), balance: 5_000n });
  const deep = await makeDeepAdmin(app, admin, 20_000n);
  const clients = [
    await makeUser(app, admin, { ...named('rich'), balance: 30_000n }),
    await makeUser(app, admin, { ...named('poor'), balance: 1_000n }),
    await makeUser(app, admin, { ...named('demo'), isDemo: true, balance: 2_000n }),
    await makeUser(app, admin, { ...named('stopped'), status: 'suspended', balance: 2_000n }),
    await makeUser(app, other, { ...named('foreign'), balance: 100n }),
    await makeUser(app, suspended, { ...named('below'), balance: 900n }),
    await makeUser(app, deep, { ...named('deepest'), balance: 900n }),
    await makeUser(app, admin, { ...named('gone'), balance: 100n }),
  ];
  await sql`update users set status = username where username in ('suspended', 'locked')`.execute(
    app.db,
  );
  await sql`update users set deleted_at = now() where username = 'gone'`.execute(app.db);
  await sql`update users set username = 'deep' where id = ${deep.id}`.execute(app.db);
  await sql`update users set minimum_bets_minor = 50, maximum_bets_minor = 300
    where username = 'poor'`.execute(app.db);
  await openFlight(app, 200);
  return { app, people: [root, admin, other, suspended, locked, deep, ...clients] };
}

const person = fc.nat(13);
/** Who acts on whom: any two, and more often an operator on its own client. */
const pair: fc.Arbitrary<readonly [number, number]> = fc.oneof(
  fc.tuple(person, person),
  fc.constantFrom([0, 1] as const, [1, 6], [1, 7], [1, 8], [1, 9], [2, 10], [5, 12]),
);
const better = fc.oneof(person, fc.constantFrom(6, 7, 8, 12));
const key = fc.option(
  fc.nat(90).map((n) => `key-${n}`),
  { freq: 1 },
);
const amount = fc.oneof(
  fc.constantFrom(99, 100, 150.5, 12.345, 25_000),
  fc.integer({ min: -1, max: 60 }),
);
const call = fc.oneof(
  fc.record({
    kind: fc.constantFrom('deposit' as const, 'withdraw' as const),
    ...{ pair, amount, key },
    remarks: fc.constantFrom('', 'Thanks – "50%"', undefined),
    userId: fc.option(person, { freq: 9, nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('bet' as const),
    ...{ by: better, amount, key },
    autoCashout: fc.constantFrom(undefined, 1.5, 2, 1, 12.34),
  }),
);
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;

function make({ app, people }: World, given: Call) {
  const idOf = (index: number) => people[index]?.id ?? 0n;
  const [by, to] = given.kind === 'bet' ? [given.by, 0] : given.pair;
  const shared = {
    token: people[by ?? 0]?.token,
    headers: given.key === null ? {} : { 'idempotency-key': given.key },
  };
  if (given.kind === 'bet') {
    const { amount: stake, autoCashout } = given;
    const raw = { stake, ...(autoCashout === undefined ? {} : { autoCashout }) };
    return app.call(player.placeBet, { ...shared, raw });
  }
  const { remarks, userId } = given;
  return app.call(transactions[given.kind], {
    ...shared,
    params: { id: idOf(to ?? 0) },
    raw: {
      amount: given.amount,
      ...(remarks === undefined ? {} : { remarks }),
      ...(userId === undefined || given.kind === 'withdraw'
        ? {}
        : { userId: String(idOf(userId)) }),
    },
  });
}

/** Numbers that a sequence gave are left out: a declined call may leave a gap in them. */
function shownBody(body: object): string {
  return JSON.stringify(body, (name, value) => {
    if (name === 'transactionId' || name === '_id') return typeof value;
    return name === 'createdAt' || name === 'updatedAt' ? /^[-\d]+T[\d:.]+Z$/.test(value) : value;
  });
}

async function recordOf({ app }: World) {
  const { rows } = await sql<{ line: string }>`
    select concat_ws('|', actor_name, actor_role, address, action, target_kind,
      case when target_kind = 'user' then target_id end, after - 'transferId', outcome, message)
      as line
    from audit_events order by id`.execute(app.db);
  const kept = await sql<{ line: string }>`
    select concat_ws('|', u.username, k.key, encode(k.request_hash, 'hex'), k.http_status) as line
    from idempotency_keys k join users u on u.id = k.actor_id order by 1`.execute(app.db);
  const balances = await sql<{ line: string }>`
    select concat_ws('|', user_id, kind, currency, balance_minor, entry_count) as line
    from accounts order by id`.execute(app.db);
  return [...rows, ...kept.rows, ...balances.rows].map(({ line }) => line);
}

test(
  'a call at once answers, moves and records what the plain way does',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 30 }), async (calls) => {
        for (const given of calls) {
          const [one, other] = await Promise.all([make(quick, given), make(plain, given)]);
          expect([one.status, shownBody(one.body)]).toEqual([other.status, shownBody(other.body)]);
        }
      }),
      modelRuns(60),
    );
    const record = await recordOf(quick);
    expect(record).toEqual(await recordOf(plain));
    expect(record.filter((line) => line.includes('|done|')).length).toBeGreaterThan(25);
  },
  modelMs(120_000),
);

test('the kept answer of a call at once is its answer', async () => {
  const { app, people } = quick;
  const [root] = people as [TestPerson];
  const parent = await makeAdmin(app, root, { username: 'keeper', balance: 90_000n });
  const client = await makeUser(app, parent, { username: 'kept', balance: 9_000n });
  const [operator, rich] = [people.push(parent) - 1, people.push(client) - 1];
  for (const given of [
    { kind: 'deposit', pair: [operator, rich], amount: 12.5, remarks: '', userId: undefined },
    { kind: 'withdraw', pair: [operator, rich], amount: 3, remarks: '', userId: undefined },
    { kind: 'bet', by: rich, amount: 1.1, autoCashout: 1.5 },
    { kind: 'bet', by: rich, amount: 2, autoCashout: undefined },
  ] as const) {
    const repeated = { ...given, key: `kept-${given.kind}-${given.amount}` };
    const first = await make(quick, repeated);
    const again = await make(quick, repeated);
    expect(first.status, first.body.message).toBeLessThan(300);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  }
});

test('what a call at once answers is what the caller is told', async () => {
  await sql`
    create or replace function move_at_once(p_call call_at_once, p_kind text, p_client_id bigint,
      p_amount_minor bigint, p_remarks text)
    returns table (transfer_id bigint, balance_minor bigint)
    language sql as 'select 4711::bigint, 125::bigint'`.execute(plain.app.db);
  const deposit = { kind: 'deposit', pair: [1, 6], amount: 1, key: null } as const;
  const { body } = await make(plain, { ...deposit, remarks: undefined, userId: undefined });
  expect(body.data).toEqual({ transactionId: '4711', balance: 1.25 });
});
