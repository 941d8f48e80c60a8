import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBooks } from '../ledger/audit-books.ts';
import { askDeposit, askWithdrawal, cancel, decide, makeBank } from '../test/cashier.ts';
import { modelMs, modelRuns } from '../test/model-runs.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let clients: TestPerson[];
let bankId: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 300_000n });
  bankId = await makeBank(app, admin);
  clients = [];
  for (let index = 0; index < 4; index++) {
    clients.push(await makeUser(app, admin, { balance: 20_000n }));
  }
});

afterAll(() => app.close());

type Act =
  | { do: 'deposit' | 'withdraw'; who: number; amount: bigint }
  | { do: 'success' | 'failed' | 'pending' | 'cancelled'; which: number; bySuper: boolean };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constantFrom('deposit' as const, 'withdraw' as const),
    // One asks most often, so that several of its requests wait at the same time.
    who: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
    amount: fc.bigInt({ min: 100n, max: 9_000n }),
  }),
  fc.record({
    do: fc.constantFrom(
      'success' as const,
      'failed' as const,
      'pending' as const,
      'cancelled' as const,
    ),
    // Counted from the newest, which several hands reach for at the same time.
    which: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(50) }),
    bySuper: fc.boolean(),
  }),
);

interface Filed {
  id: bigint;
  client: TestPerson;
}

/** Several actors: each sequence is dealt out to three hands that play at the same time. */
async function play(acts: Act[], filed: Filed[]): Promise<number[]> {
  const statuses: number[] = [];
  const hands = [0, 1, 2].map(async (hand) => {
    for (const one of acts.filter((_, index) => index % 3 === hand)) {
      statuses.push(await perform(one, filed));
    }
  });
  await Promise.all(hands);
  return statuses;
}

async function perform(one: Act, filed: Filed[]): Promise<number> {
  if ('who' in one) {
    const client = clients[one.who];
    if (!client) return 0;
    const reply =
      one.do === 'deposit'
        ? await askDeposit(app, client, bankId, one.amount)
        : await askWithdrawal(app, client, one.amount);
    if (reply.status === 201) filed.push({ id: reply.data._id, client });
    return reply.status;
  }
  const target = filed.at(-1 - (one.which % Math.max(filed.length, 1)));
  if (!target) return 0;
  const reply =
    one.do === 'cancelled'
      ? await cancel(app, target.client, target.id)
      : await decide(app, one.bySuper ? root : admin, target.id, one.do);
  return reply.status;
}

/** Turns down what still waits, or soon nobody could file any more. */
async function clear(): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    select id from cash_requests where status = 'pending'`.execute(app.db);
  await Promise.all(rows.map(({ id }) => decide(app, root, id, 'failed')));
}

/** Holds that no pending withdrawal explains, and requests that were not paid exactly once. */
async function faults(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.user_id, a.balance_minor from accounts a
    where a.kind = 'withdrawals' and a.balance_minor <> (
      select coalesce(sum(r.amount_minor), 0) from cash_requests r
      where r.user_id = a.user_id and r.type = 'withdraw' and r.status = 'pending')
    union all
    select r.id, r.amount_minor from cash_requests r
    where (select count(*) from transfers t where t.cash_request_id = r.id
      and t.kind in ('cash_deposit', 'cash_withdraw')) <> (r.status = 'success')::int`.execute(
    app.db,
  );
  return rows;
}

test(
  'random sequences of three hands leave the books balanced and nothing reserved without a request',
  async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 16, maxLength: 24, size: 'max' }),
        async (acts) => {
          const filed: Filed[] = [];
          for (const status of await play(acts, filed)) seen.add(status);
          expect(await faults()).toEqual([]);
          await clear();
        },
      ),
      modelRuns(120),
    );
    expect(await auditBooks(app.db)).toEqual([]);
    expect([...seen].filter((status) => status >= 500)).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 409]));
  },
  modelMs,
);
