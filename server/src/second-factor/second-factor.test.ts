import { auth } from '@pitboss/contract/auth';
import { history } from '@pitboss/contract/history';
import { secondFactor } from '@pitboss/contract/second-factor';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, openTestSession, type TestPerson } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factorOf, giveFactor } from '../test/second-factor.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

async function enrol({ token }: TestPerson) {
  const { secret } = (await app.call(secondFactor.begin, { token })).data;
  const factor = factorOf(secret);
  const reply = await app.call(secondFactor.confirm, { token, body: { code: factor.code() } });
  return { factor, recoveryCodes: reply.data.recoveryCodes };
}

const signIn = ({ username }: TestPerson, code: string | undefined) =>
  app.call(auth.login, { body: { username, password, code } }) as Promise<Reply>;
const balanceOf = async (token: string) => (await app.call(users.balance, { token })).status;

test('a second factor counts once a code has confirmed it, and ends other sessions', async () => {
  const person = await makeAdmin(app, root);
  const { token } = person;
  const elsewhere = await openTestSession(app, person.id);
  const nothing = await app.call(secondFactor.confirm, { token, body: { code: '123456' } });
  expect([nothing.status, nothing.message]).toEqual([
    409,
    'There is nothing to confirm. Please begin anew.',
  ]);
  const first = (await app.call(secondFactor.begin, { token })).data;
  const { secret } = (await app.call(secondFactor.begin, { token })).data;
  expect(first.secret).not.toBe(secret);
  const stale = { code: factorOf(first.secret).code() };
  expect((await app.call(secondFactor.confirm, { token, body: stale })).errors).toHaveProperty(
    'code',
  );
  expect((await signIn(person, undefined)).status).toBe(200);
  const code = factorOf(secret).code();
  expect((await app.call(secondFactor.confirm, { token, body: { code } })).status).toBe(200);
  expect([await balanceOf(token), await balanceOf(elsewhere)]).toEqual([200, 401]);
  const { data } = await app.call(secondFactor.get, { token });
  expect(data).toMatchObject({ recoveryCodesLeft: 10, isRequired: false });
  expect(Math.abs(Date.now() - Number(data.since))).toBeLessThan(60_000);
  expect((await signIn(person, code)).status).toBe(401);
  for (const again of [secondFactor.begin, secondFactor.confirm] as const) {
    expect((await app.call(again, { token, raw: { code } })).status).toBeGreaterThan(399);
  }
  expect((await app.call(secondFactor.begin, { token })).status).toBe(409);
});

test('new recovery codes take the place of the old ones', async () => {
  const person = await makeAdmin(app, root);
  const { token } = person;
  expect((await app.call(secondFactor.renewCodes, { token })).status).toBe(409);
  const { recoveryCodes: old } = await enrol(person);
  const { recoveryCodes } = (await app.call(secondFactor.renewCodes, { token })).data;
  expect([
    (await signIn(person, old[0])).status,
    (await signIn(person, recoveryCodes[0])).status,
  ]).toEqual([401, 200]);
  expect((await app.call(secondFactor.get, { token })).data.recoveryCodesLeft).toBe(9);
});

test('to switch it off takes the password and a code, and then the password is enough', async () => {
  const person = await makeAdmin(app, root);
  const { token } = person;
  const { factor, recoveryCodes } = await enrol(person);
  const off = (given: string, code: string) =>
    app.call(secondFactor.off, { token, body: { password: given, code } }) as Promise<Reply>;
  expect((await off('Wrong-horse-1', factor.code())).errors).toHaveProperty('password');
  expect((await off(password, '000000')).errors).toHaveProperty('code');
  expect((await signIn(person, undefined)).status).toBe(401);
  expect((await off(password, recoveryCodes[4] ?? '')).status).toBe(200);
  expect((await signIn(person, undefined)).status).toBe(200);
  expect((await off(password, factor.code())).status).toBe(400);
});

test('SUPER takes it away with a reason on record; its sessions end, others do not', async () => {
  const person = await makeAdmin(app, root);
  const other = await makeAdmin(app, root);
  await giveFactor(app, other);
  await enrol(person);
  const reset = (body: { userId: bigint; reason: string }) =>
    app.call(secondFactor.reset, { token: root.token, body }) as Promise<Reply>;
  expect((await reset({ userId: person.id, reason: 'Lost the phone' })).status).toBe(200);
  expect([await balanceOf(person.token), await balanceOf(other.token)]).toEqual([401, 200]);
  expect((await signIn(person, undefined)).status).toBe(200);
  expect((await signIn(other, undefined)).status).toBe(401);
  const again = await reset({ userId: person.id, reason: 'Once more' });
  expect([again.status, again.message]).toEqual([
    409,
    `${person.username} has no two-factor sign-in.`,
  ]);
  const given = { token: root.token, params: { id: person.id } };
  const events = (await app.call(history.user, given)).data.data;
  expect(
    events.find(({ action, outcome }) => /reset/.test(action) && outcome === 'done'),
  ).toMatchObject({
    by: 'root',
    changes: [
      { field: 'secondFactor', before: 'on', after: 'reset' },
      { field: 'reason', before: null, after: 'Lost the phone' },
    ],
  });
  expect(
    (await app.call(users.profile, { token: root.token, body: { userId: other.id } })).data,
  ).toMatchObject({ hasSecondFactor: true });
});

test('a refused try at it stands in the history of its own account', async () => {
  const person = await makeAdmin(app, root);
  await app.call(secondFactor.confirm, { token: person.token, body: { code: '123456' } });
  const { rows } = await sql`
    select from audit_events where action = 'second-factor.confirm' and outcome = 'refused'
      and target_kind = 'user' and target_id = ${person.id}`.execute(app.db);
  expect(rows).toHaveLength(1);
});
