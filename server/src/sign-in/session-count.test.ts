import { auth } from '@pitboss/contract/auth';
import { sessions } from '@pitboss/contract/sessions';
import { makeAdmin, makeSuper, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Barrier, makeBarrier } from '../test/barrier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let barrier: Barrier;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  barrier = await makeBarrier(app);
  root = await makeSuper(app);
});

afterAll(async () => {
  await barrier.close();
  await app.close();
});

function login({ username }: TestPerson) {
  return app.call(auth.login, { body: { username, password } });
}

async function liveOf({ token }: TestPerson): Promise<number> {
  return (await app.call(sessions.list, { token })).data.length;
}

/** An ADMIN signed in so many times; its own session is the last that was used. */
async function makeBusy(count: number): Promise<{ admin: TestPerson; oldest: string }> {
  const admin = await makeAdmin(app, root);
  const oldest = await openTestSession(app, admin.id);
  for (let more = 2; more < count; more++) await openTestSession(app, admin.id);
  await sql`
    update sessions s set last_used_at = now() - (r.place + 60) * interval '1 second'
    from (select id, row_number() over (order by token_hash = sha256(convert_to(${admin.token},
        'UTF8')) desc, id desc) as place from sessions where user_id = ${admin.id}) r
    where r.id = s.id`.execute(app.db);
  return { admin, oldest };
}

test('the fifty-first sign-in ends the session unused longest, and says so', async () => {
  const { admin, oldest } = await makeBusy(49);
  expect((await login(admin)).status).toBe(200);
  expect([await liveOf(admin), await liveOf({ ...admin, token: oldest })]).toEqual([50, 50]);
  // It has just been used, so it is not the one any more.
  expect((await login(admin)).status).toBe(200);
  expect([await liveOf(admin), await liveOf({ ...admin, token: oldest })]).toEqual([50, 50]);
  const ended = app.db.selectFrom('sessions').select(['id', 'end_reason']);
  const [gone, ...others] = await ended
    .where('user_id', '=', admin.id)
    .where('ended_at', 'is not', null)
    .execute();
  expect([gone?.end_reason, others]).toEqual(['too many sessions', []]);
  const all = app.db.selectFrom('sessions').select('id').where('user_id', '=', admin.id);
  const [, , next] = await all.orderBy('id').execute();
  expect(gone?.id).toBe(next?.id);
});

test('sessions that are over make room for nobody', async () => {
  const { admin } = await makeBusy(60);
  await sql`
    update sessions set last_used_at = now() - interval '31 minutes'
    where user_id = ${admin.id} and last_used_at < now() - interval '90 seconds'`.execute(app.db);
  const before = await liveOf(admin);
  expect((await login(admin)).status).toBe(200);
  expect(await liveOf(admin)).toBe(before + 1);
});

test('of sign-ins at the same moment none is passed over', async () => {
  for (let round = 0; round < 3; round++) {
    const { admin } = await makeBusy(49);
    const { first, second } = await barrier.inOrder(
      `${admin.id} auth.login`,
      () => login(admin),
      () => login(admin),
    );
    expect([first.status, second.status, await liveOf(admin)]).toEqual([200, 200, 50]);
    const more = await Promise.all(Array.from({ length: 4 }, () => login(admin)));
    expect([more.map(({ status }) => status), await liveOf(admin)]).toEqual([
      [200, 200, 200, 200],
      50,
    ]);
  }
});
