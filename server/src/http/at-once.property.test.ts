import { player } from '@pitboss/contract/player';
import { transactions } from '@pitboss/contract/transactions';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFlight } from '../test/flights.ts';
import { modelMs, modelRuns } from '../test/model-runs.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

/** What the model knows of a person; money is in minor units. */
interface Known extends TestPerson {
  role: 'SUPER' | 'ADMIN' | 'USER';
  above: Known[];
  status: 'active' | 'suspended' | 'locked';
  isDemo?: boolean;
  isDeleted?: boolean;
  balance: number;
  stakes: number;
  limits?: [number, number];
}

let app: TestApp;
const people: Known[] = [];

beforeAll(async () => {
  app = await testApp();
  const add = (
    person: TestPerson,
    above: Known[],
    role: Known['role'],
    balance: number,
    more: Partial<Known> = {},
  ) => {
    const known = {
      ...person,
      above,
      role,
      balance,
      stakes: 0,
      status: 'active',
      ...more,
    } as Known;
    for (const parent of above.slice(-1)) if (!known.isDemo) parent.balance -= balance;
    people.push(known);
    return known;
  };
  const money = (units: number) => BigInt(units);
  const root = add(await makeSuper(app, 1_000_000n), [], 'SUPER', 100_000_000);
  const admin = async (balance: number, status: Known['status'] = 'active') => {
    const person = await makeAdmin(app, root, { balance: money(balance) });
    return add(person, [root], 'ADMIN', balance, { status });
  };
  const [main, suspended, locked] = [
    await admin(9_000_000),
    await admin(5_000, 'suspended'),
    await admin(5_000, 'locked'),
  ];
  const deep = add(await makeDeepAdmin(app, main, 20_000n), [root, main], 'ADMIN', 20_000);
  const client = async (parent: Known, balance: number, more: Partial<Known> = {}) => {
    const wanted = { balance: money(balance), isDemo: more.isDemo ?? false };
    const person = await makeUser(app, parent, wanted);
    return add(person, [...parent.above, parent], 'USER', balance, more);
  };
  await client(main, 300_000);
  await client(main, 1_000, { limits: [50, 300] });
  await client(main, 2_000, { isDemo: true });
  await client(main, 2_000, { status: 'suspended' });
  await client(suspended, 900);
  await client(locked, 900);
  await client(deep, 900);
  await client(main, 100, { isDeleted: true });
  for (const { id, status, isDeleted = false, limits = [null, null] } of people) {
    await sql`update users set status = ${status}, minimum_bets_minor = ${limits[0]},
      maximum_bets_minor = ${limits[1]}, deleted_at = case when ${isDeleted} then now() end
      where id = ${id}`.execute(app.db);
  }
  await openFlight(app, 200);
});

afterAll(() => app.close());

const person = fc.nat(11);
const amount = fc.oneof(
  fc.constantFrom(99, 100, 150.5, 12.345, 25_000),
  fc.integer({ min: -1, max: 60 }),
);
const key = fc.option(
  fc.nat(60).map((n) => `key-${n}`),
  { freq: 1 },
);
const call = fc.oneof(
  fc.record({
    kind: fc.constantFrom('deposit' as const, 'withdraw' as const),
    // Any two, and more often an operator on its own client.
    pair: fc.oneof(
      fc.tuple(person, person),
      fc.constantFrom([0, 1] as [number, number], [1, 4], [1, 5], [1, 6], [1, 7], [3, 10]),
    ),
    amount,
    key,
  }),
  fc.record({
    kind: fc.constant('bet' as const),
    pair: fc.oneof(person, fc.constantFrom(4, 5, 6, 10)).map((by) => [by, by] as [number, number]),
    amount,
    key,
  }),
);
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;

function make({ kind, pair: [by, to], amount: units, key: sent }: Call): Promise<Reply> {
  const shared = {
    token: people[by]?.token,
    headers: sent === null ? {} : { 'idempotency-key': sent },
  };
  if (kind === 'bet') return app.call(player.placeBet, { ...shared, raw: { stake: units } });
  const params = { id: people[to]?.id ?? 0n };
  return app.call(transactions[kind], { ...shared, params, raw: { amount: units } });
}

const worst = (one: Known) => {
  const chain = [...one.above, one];
  if (chain.some(({ status, isDeleted }) => isDeleted || status === 'locked')) return 'locked';
  return chain.some(({ status }) => status === 'suspended') ? 'suspended' : 'active';
};

const answered = new Map<string, { sent: string; reply: Reply }>();

/** The status that the rules ask for, written down once more and with nothing of the product's. */
function expected({ kind, pair: [by, to], amount: units, key: sent }: Call): number {
  const [actor, client] = [people[by] as Known, people[to] as Known];
  if (worst(actor) === 'locked') return 401;
  if ((actor.role === 'USER') !== (kind === 'bet')) return 403;
  if (worst(actor) === 'suspended') return 403;
  const isPlain = Number.isInteger(units * 100);
  if (!isPlain || units < (kind === 'bet' ? 0.01 : 1)) return 400;
  const before = sent === null ? undefined : answered.get(`${by} ${sent}`);
  if (before) return before.sent === idOf(kind, to, units) ? before.reply.status : 422;
  const minor = units * 100;
  if (kind === 'bet') {
    const [least, most] = actor.limits ?? [0, Number.POSITIVE_INFINITY];
    return minor >= least && minor <= most && minor <= actor.balance ? 201 : 400;
  }
  if (!client.above.includes(actor) || client.above.some((one) => one.isDeleted)) return 404;
  if (client.above.at(-1) !== actor) return 403;
  if (client.isDeleted) return 404;
  if (kind === 'withdraw' && client.isDemo) return 409;
  const payer = kind === 'withdraw' ? client : actor;
  return client.isDemo || minor <= payer.balance ? 200 : 400;
}

const idOf = (kind: string, to: number, units: number) => `${kind} ${to} ${units}`;

function move({ kind, pair: [by, to], amount: units, key: sent }: Call, reply: Reply): void {
  const [actor, client] = [people[by] as Known, people[to] as Known];
  if (sent !== null) answered.set(`${by} ${sent}`, { sent: idOf(kind, to, units), reply });
  const minor = units * 100;
  if (kind === 'bet') {
    actor.balance -= minor;
    actor.stakes += minor;
  } else {
    const signed = kind === 'deposit' ? minor : -minor;
    client.balance += signed;
    if (!client.isDemo) actor.balance -= signed;
  }
}

async function balances(): Promise<[bigint, number, number][]> {
  const { rows } = await sql<{ id: bigint; wallet: bigint; stakes: bigint }>`
    select u.id, w.balance_minor as wallet, s.balance_minor as stakes from users u
    join accounts w on w.user_id = u.id and w.kind = 'wallet' and w.currency = u.currency
    join accounts s on s.user_id = u.id and s.kind = 'stakes' and s.currency = u.currency
    order by u.id`.execute(app.db);
  return rows.map(({ id, wallet, stakes }) => [id, Number(wallet), Number(stakes)]);
}

test(
  'busy calls by all kinds of people do what the rules say, and are answered alike when repeated',
  async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 40 }), async (calls) => {
        for (const given of calls) {
          const status = expected(given);
          const before = answered.get(`${given.pair[0]} ${given.key}`);
          const reply = await make(given);
          expect([given, reply.status]).toEqual([given, status]);
          if (status < 300 && before) expect(reply.body).toEqual(before.reply.body);
          else if (status < 300) {
            move(given, reply);
            done += 1;
          }
        }
        const known = [...people].sort((one, other) => Number(one.id - other.id));
        expect(await balances()).toEqual(
          known.map(({ id, balance, stakes }) => [id, balance, stakes]),
        );
      }),
      modelRuns(60),
    );
    const { rows } = await sql<{ outcome: string; count: number }>`
      select outcome, count(*)::int as count from audit_events group by 1 order by 1`.execute(
      app.db,
    );
    // Done and refused alike are on record, but for those whom nobody knew.
    expect(rows[0]).toEqual({ outcome: 'done', count: done });
    expect(done).toBeGreaterThan(100);
  },
  modelMs,
);
