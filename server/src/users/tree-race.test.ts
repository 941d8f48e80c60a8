import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser } from '../test/sample-requests.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function add({ token }: TestPerson) {
  const { currency: _, ...raw } = newUser();
  return app.call(users.add, { token, raw });
}

/** The new client's password is hashed for about this long before its row is written. */
const hashingMs = 45;

async function change({ id }: TestPerson, raw: object, afterMs: number) {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  return app.call(users.update, { token: root.token, params: { id }, raw });
}

test('an ADMIN that adds a client while it is changed itself leaves no client that does not fit', async () => {
  const changes = [{ currency: 'INR' }, { role: 'USER' }, { isDemo: true }, { status: 'locked' }];
  for (let round = 0; round < 12; round++) {
    const admin = await makeAdmin(app, root);
    const raw = changes[round % changes.length] ?? {};
    await Promise.all([add(admin), change(admin, raw, (round * hashingMs) / 8)]);
  }
  const { rows } = await sql`
    select parent.username, parent.role, parent.currency, child.currency as below
    from users child join users parent on parent.id = child.parent_id
    where parent.role = 'USER' or (parent.role = 'ADMIN'
      and (child.currency <> parent.currency or child.is_demo < parent.is_demo))`.execute(app.db);
  expect(rows).toEqual([]);
});

test('an ADMIN that is locked or deleted while it adds a client adds none afterwards', async () => {
  for (let round = 0; round < 6; round++) {
    const admin = await makeAdmin(app, root);
    const pending = add(admin);
    const { status } =
      round % 2 === 0
        ? await app.call(users.remove, { token: root.token, params: { id: admin.id } })
        : await change(admin, { status: 'locked' }, 0);
    expect(status).toBe(200);
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(app.db);
    await pending;
    const late = await app.db
      .selectFrom('users')
      .select('username')
      .where('parent_id', '=', admin.id)
      .where('created_at', '>', rows[0]?.at ?? new Date())
      .execute();
    expect(late).toEqual([]);
  }
});
