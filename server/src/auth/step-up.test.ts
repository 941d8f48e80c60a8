import { auth } from '@pitboss/contract/auth';
import { secondFactor } from '@pitboss/contract/second-factor';
import { security } from '@pitboss/contract/security';
import { serviceKeys } from '@pitboss/contract/service-keys';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ageProof, dropFactor, giveFactor } from '../test/second-factor.ts';
import { otherNode, type Reply, type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

const words = 'Please confirm that it is you: show your password or a code, then try again.';
const refused = { status: 'error', message: words, errors: { stepUp: words } };

const addKey = (token: string) =>
  app.call(serviceKeys.add, { token, body: { name: 'Game' } }) as Promise<Reply>;
const prove = (token: string, body: { password?: string; code?: string }) =>
  app.call(auth.stepUp, { token, body }) as Promise<Reply>;

test('ten minutes after the last proof a dangerous call asks again, by our clock', async () => {
  const token = await openTestSession(app, root.id);
  await ageProof(app, token, 9);
  expect((await addKey(token)).status).toBe(201);
  await ageProof(app, token, 10);
  const reply = await addKey(token);
  expect([reply.status, reply.body]).toEqual([403, refused]);
  const balance = await app.call(users.balance, { token });
  expect(balance.status).toBe(200);
  expect((await prove(token, { password })).status).toBe(200);
  expect((await addKey(token)).status).toBe(201);
});

test('a proof is of one session: others of the account stay as they are', async () => {
  const [one, other] = [await openTestSession(app, root.id), await openTestSession(app, root.id)];
  for (const token of [one, other]) await ageProof(app, token, 11);
  await prove(one, { password });
  expect([(await addKey(one)).status, (await addKey(other)).status]).toEqual([201, 403]);
});

test('one who has just signed in is fresh', async () => {
  const body = { username: root.username, password };
  const { token } = (await app.call(auth.login, { body })).data;
  expect((await addKey(token)).status).toBe(201);
});

test('a code will do as well, once; wrong proofs leave the session and are slowed', async () => {
  const factor = await giveFactor(app, root);
  onTestFinished(() => dropFactor(app, root));
  const token = await openTestSession(app, root.id);
  await ageProof(app, token, 11);
  const wrong = await prove(token, { code: '000000' });
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['code']]);
  const code = factor.code();
  expect((await prove(token, { code })).status).toBe(200);
  expect((await addKey(token)).status).toBe(201);
  expect((await prove(token, { code })).status).toBe(400);
  for (const body of [{}, { password, code: '123456' }]) {
    expect((await prove(token, body)).status).toBe(400);
  }
  await ageProof(app, token, 11);
  for (let turn = 0; turn < 5; turn++) {
    const reply = await prove(token, { password: 'Wrong-horse-1' });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([400, ['password']]);
  }
  expect((await prove(token, { password })).status).toBe(429);
  expect((await addKey(token)).status).toBe(403);
  await sql`delete from sign_in_failures`.execute(app.db);
});

test('every dangerous call asks, and does nothing before it is answered', async () => {
  const token = await openTestSession(app, root.id);
  const target = await makeAdmin(app, root);
  await giveFactor(app, target);
  const { data: made } = await app.call(serviceKeys.add, { token, body: { name: 'Kept' } });
  await ageProof(app, token, 11);
  const reset = { userId: target.id, reason: 'Lost' };
  const replies = [
    await app.call(secondFactor.begin, { token }),
    await app.call(secondFactor.renewCodes, { token }),
    await app.call(secondFactor.reset, { token, body: reset }),
    await app.call(security.set, { token, body: { isSecondFactorRequired: true } }),
    await app.call(serviceKeys.remove, { token, params: { id: made._id } }),
  ];
  expect(replies.map(({ body }) => body)).toEqual(replies.map(() => refused));
  const keys = (await app.call(serviceKeys.list, { token })).data;
  expect(keys.find(({ _id }) => _id === made._id)?.revokedAt).toBeNull();
});

test('what was done under a key is not told again without a fresh proof', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const token = await openTestSession(app, root.id);
  // The flag of the contract is all that it takes, at a call in one statement too.
  Object.assign(transactions.deposit, { stepUp: true });
  onTestFinished(() => void Object.assign(transactions.deposit, { stepUp: false }));
  const asking = await otherNode(app);
  onTestFinished(() => asking.close());
  const pay = () =>
    asking.call(transactions.deposit, {
      token,
      params: { id: client.id },
      body: { amount: 500n },
      headers: { 'idempotency-key': 'paid-once' },
    }) as Promise<Reply>;
  expect((await pay()).status).toBe(200);
  await ageProof(app, token, 11);
  expect((await pay()).body).toEqual(refused);
  await prove(token, { password });
  expect((await pay()).status).toBe(200);
  expect(await balanceOf(app, root, client)).toBe(1_500n);
});

test('role changes and deletes of operators ask where SUPER wants it, and not before', async () => {
  const token = await openTestSession(app, root.id);
  const change = (id: bigint, raw: object) =>
    app.call(users.update, { token, params: { id }, raw }) as Promise<Reply>;
  const remove = ({ id }: TestPerson) =>
    app.call(users.remove, { token, params: { id } }) as Promise<Reply>;
  const people = () => Promise.all([makeUser(app, root), makeAdmin(app, root)]);
  for (const isOn of [false, true]) {
    const fresh = await openTestSession(app, root.id);
    await app.call(security.set, { token: fresh, body: { isStepUpForOperators: isOn } });
    const [client, operator] = await people();
    await ageProof(app, token, 11);
    const asks = isOn ? 403 : 200;
    expect((await change(client.id, { role: 'ADMIN' })).status).toBe(asks);
    expect((await change(client.id, { name: 'Other', role: isOn ? 'USER' : 'ADMIN' })).status).toBe(
      200,
    );
    expect((await remove(operator)).status).toBe(asks);
    expect((await remove(await makeUser(app, root))).status).toBe(200);
    if (!isOn) continue;
    await prove(token, { password });
    expect((await change(client.id, { role: 'ADMIN' })).status).toBe(200);
    expect((await remove(operator)).status).toBe(200);
  }
});
