import { makeAdmin, makeSuper, makeUser } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atTime } from '../test/flights.ts';
import { foldAllStatements } from '../test/fold-all.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { moveMoney } from '../transactions/transactions.ts';
import { actAs } from '../users/act-as.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

test('where entries were archived, the balance at the beginning of the day is told', async () => {
  const desk = await makeAdmin(app, await makeSuper(app), { balance: 100_000n });
  const client = await makeUser(app, desk, { balance: 1_000n });
  const actor = await actAs(app.db, desk.username);
  const dayMs = 86_400_000;
  const midnight = Math.ceil(Date.now() / dayMs) * dayMs;
  const noon = (day: number) => new Date(midnight + day * dayMs + dayMs / 2);
  const order = { kind: 'deposit', clientId: client.id, amountMinor: 100n, remarks: '' } as const;
  for (const day of [1, 2, 3, 4]) {
    await atTime(app, noon(day), (tx) => moveMoney(tx, actor, order));
  }
  await foldAllStatements(app.db, 6 * dayMs);
  const tx = await openTransaction(app.db);
  await sql`alter table entries disable trigger user`.execute(tx);
  await sql`delete from entries where owner_id = ${client.id} and sequence = 3`.execute(tx);
  const { rows } = await sql<{ balance: bigint; isExact: boolean }>`
    select b.balance_minor as balance, b.is_exact as "isExact" from accounts a
    cross join unnest(${[1, 2, 3].map((day) => noon(day).toISOString())}::timestamptz[]) m (at)
    cross join lateral balance_at(a.id, m.at + interval '1 hour') b
    where a.user_id = ${client.id} and a.kind = 'wallet' order by m.at`.execute(tx);
  await tx.rollback().execute();
  expect(rows).toEqual([
    { balance: 1_000n, isExact: false },
    { balance: 1_100n, isExact: false },
    { balance: 1_300n, isExact: true },
  ]);
});
