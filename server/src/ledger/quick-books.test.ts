import { makeAdmin, makeSuper } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { checkBooksQuickly } from './quick-books.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await makeAdmin(app, await makeSuper(app), { balance: 5_000n });
});

afterAll(() => app.close());

/** The owner of the tables at work behind everybody's back. */
async function add(minor: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table accounts disable trigger user`.execute(tx);
    await sql`update accounts set balance_minor = balance_minor + ${minor}
      where id = (select max(id) from accounts where entry_count > 0)`.execute(tx);
    await sql`alter table accounts enable trigger user`.execute(tx);
  });
}

const doctor = () => runCommand('admin/main', ['doctor'], { DATABASE_URL: app.url });

test('a balance that no entry tells of is found at once, and the doctor says so', async () => {
  expect(await checkBooksQuickly(app.db)).toEqual([]);
  expect((await doctor()).output).toMatch(/^ok +books/m);
  await add(1);
  try {
    expect(await checkBooksQuickly(app.db)).toEqual([
      expect.stringMatching(/^accounts in \w{3} add up to 1$/),
      expect.stringMatching(/^account \d+ says \d+ but its newest entry \d+$/),
    ]);
    const { code, output } = await doctor();
    expect([code, output]).toEqual([1, expect.stringMatching(/^WRONG books +accounts in/m)]);
  } finally {
    await add(-1);
  }
  expect(await checkBooksQuickly(app.db)).toEqual([]);
});
