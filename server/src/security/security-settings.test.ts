import { all } from '@pitboss/contract/all';
import { auth } from '@pitboss/contract/auth';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { secondFactor } from '@pitboss/contract/second-factor';
import { security } from '@pitboss/contract/security';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import type { TestPerson } from '@pitboss/testkit/people';
import { makeAdmin, makeSuper, makeUser, openTestSession } from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Barrier, makeBarrier } from '../test/barrier.ts';
import { sampleRequest } from '../test/sample-requests.ts';
import { factorOf, giveFactor } from '../test/second-factor.ts';
import { type Reply, type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let barrier: Barrier;
let root: TestPerson;
let admin: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  app = await testApp();
  barrier = await makeBarrier(app);
  root = await makeSuper(app);
});

beforeEach(async () => {
  admin = await makeAdmin(app, root, { balance: 10_000n });
  client = await makeUser(app, admin, { balance: 1_000n });
});

afterAll(async () => {
  await barrier.close();
  await app.close();
});

const words = 'Two-factor sign-in is required. Please set it up on your profile, then go on.';
const refused = { status: 'error', message: words, errors: { secondFactor: words } };

function require(isSecondFactorRequired: boolean): Promise<Reply> {
  const body = { isSecondFactorRequired };
  return app.call(security.set, { token: root.token, body }) as Promise<Reply>;
}

const mayCall = all.filter(({ allow }) => allow === 'operators');

async function tryAs(person: TestPerson, endpoint: Endpoint): Promise<Reply> {
  const scene = { actor: person, target: client };
  const sample = await sampleRequest(app, endpoint.name, scene);
  return app.call(endpoint, { token: person.token, ...sample }) as Promise<Reply>;
}

test('who must have a second factor reaches nothing but the way to one', async () => {
  expect((await require(true)).data).toMatchObject({ isSecondFactorRequired: true });
  for (const endpoint of mayCall.filter(({ whileUnenrolled }) => !whileUnenrolled)) {
    // Those samples give the caller a second factor first.
    if (/^second-factor\./.test(endpoint.name)) continue;
    expect([endpoint.name, (await tryAs(admin, endpoint)).body]).toEqual([endpoint.name, refused]);
  }
  const { token } = admin;
  const state = await app.call(secondFactor.get, { token });
  expect(state.data).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: true });
  expect((await app.call(auth.stepUp, { token, body: { password } })).status).toBe(200);
  const { secret, uri } = (await app.call(secondFactor.begin, { token })).data;
  expect(uri).toBe(`otpauth://totp/Pitboss:${admin.username}?secret=${secret}&issuer=Pitboss`);
  const code = factorOf(secret).code();
  expect((await app.call(secondFactor.confirm, { token, body: { code } })).status).toBe(200);
  expect((await app.call(users.balance, { token })).status).toBe(200);
  const off = { password, code: factorOf(secret).code(1) };
  const kept = await app.call(secondFactor.off, { token, body: off });
  expect([kept.status, kept.message]).toEqual([
    409,
    'Two-factor sign-in is required and cannot be switched off.',
  ]);
  expect((await app.call(users.balance, { token })).status).toBe(200);
});

test('it binds neither SUPER nor clients, lets everybody sign in, and ends when it ends', async () => {
  await require(true);
  expect((await app.call(users.balance, { token: root.token })).status).toBe(200);
  expect((await app.call(secondFactor.get, { token: root.token })).data.isRequired).toBe(false);
  const body = { username: admin.username, password };
  const { token } = (await app.call(auth.login, { body })).data;
  expect((await app.call(users.balance, { token })).body).toEqual(refused);
  expect((await app.call(auth.logout, { token })).status).toBe(200);
  await require(false);
  expect((await app.call(users.balance, { token: admin.token })).status).toBe(200);
});

test('a second factor that is only begun does not count', async () => {
  await require(true);
  const factor = await giveFactor(app, admin, 'pending');
  expect((await app.call(users.balance, { token: admin.token })).body).toEqual(refused);
  const body = { code: factor.code() };
  await app.call(secondFactor.confirm, { token: admin.token, body });
  expect((await app.call(users.balance, { token: admin.token })).status).toBe(200);
  await require(false);
});

test('nothing is written after the answer to the requirement, and what came before counts', async () => {
  for (const isRequiredFirst of [true, false]) {
    await require(false);
    const pay = () =>
      app.call(transactions.deposit, {
        token: admin.token,
        params: { id: client.id },
        body: { amount: 100n },
      }) as Promise<Reply>;
    const met = isRequiredFirst
      ? await barrier.inOrder(`${root.id} security.set`, () => require(true), pay)
      : await barrier.inOrder(`${admin.id} transactions.deposit`, pay, () => require(true));
    expect([met.first.status, met.hasWaited]).toEqual([200, true]);
    expect(met.second.status).toBe(isRequiredFirst ? 403 : 200);
  }
  await require(false);
});

test('two changes at the same time both come to their end, on record with what was and is', async () => {
  const again = await openTestSession(app, root.id);
  const body = { isStepUpForOperators: true };
  const both = await Promise.all([
    require(true),
    app.call(security.set, { token: again, body }) as Promise<Reply>,
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { data } = await app.call(security.get, { token: root.token });
  expect(data).toEqual({ isSecondFactorRequired: true, isStepUpForOperators: true });
  await require(false);
  const last = await app.db
    .selectFrom('audit_events')
    .select(['action', 'target_kind', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(last).toEqual({
    action: 'security.set',
    target_kind: 'security',
    before: { isSecondFactorRequired: true, isStepUpForOperators: true },
    after: { isSecondFactorRequired: false, isStepUpForOperators: true },
  });
});
