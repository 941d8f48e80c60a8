import { users } from '@pitboss/contract/users';
import { makeSuper, type TestPerson } from '@pitboss/testkit/people';
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

/** Breaks the database in a way that no request is to blame for, while the work is done. */
async function withBroken(work: () => Promise<void>): Promise<void> {
  await sql`alter table users rename column name to name_that_is_gone`.execute(app.db);
  try {
    await work();
  } finally {
    await sql`alter table users rename column name_that_is_gone to name`.execute(app.db);
  }
}

test('a fault of ours is answered without a word of what went wrong inside', async () => {
  await withBroken(async () => {
    const reply = await app.call(users.balance, { token: root.token });
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      status: 'error',
      message: 'Something went wrong on our side. Please try again.',
    });
  });
  expect((await app.call(users.balance, { token: root.token })).status).toBe(200);
});

test('a fault in the middle of a change leaves nothing of it behind', async () => {
  const raw = newUser();
  await sql`alter table audit_events rename column message to message_that_is_gone`.execute(app.db);
  const reply = await app.call(users.add, { token: root.token, raw });
  await sql`alter table audit_events rename column message_that_is_gone to message`.execute(app.db);
  expect(reply.status).toBe(500);
  expect(JSON.stringify(reply.body)).not.toMatch(/column|audit|select|insert|\.ts/i);
  expect((await app.call(users.add, { token: root.token, raw })).status).toBe(201);
});
