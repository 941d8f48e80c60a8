import { makeAdmin, makeSuper, makeUser } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRollups } from '../reports/audit-rollups.ts';
import { openTransaction } from '../test/open-transaction.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  const admin = await makeAdmin(app, root, { balance: 5_000n });
  await makeUser(app, admin, { balance: 1_000n });
});

afterAll(() => app.close());

test.each([
  ['the operator', sql`owner_parent_id = owner_parent_id + 1`],
  ['the owner', sql`owner_id = owner_id - 1`],
  ['the currency', sql`currency = 'PKR'`],
  ['everything', sql`owner_id = null, owner_parent_id = null, currency = null, is_demo = null`],
])('an entry that has %s wrong is found', async (_what, change) => {
  const tx = await openTransaction(app.db);
  await sql`alter table entries disable trigger entries_are_append_only`.execute(tx);
  await sql`update entries set ${change}
    where id = (select max(id) from entries where owner_parent_id is not null)`.execute(tx);
  const faults = await auditRollups(tx);
  await tx.rollback().execute();
  expect(faults).toContainEqual(expect.stringMatching(/^entry \d+ does not say whose it is$/));
});
