import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function update(by: TestPerson, { id }: TestPerson, raw: Record<string, unknown>) {
  return app.call(users.update, { token: by.token, params: { id }, raw });
}

async function refusesToUpdate(by: TestPerson, whom: TestPerson, raw: Record<string, unknown>) {
  const before = await snapshot(app.db);
  const reply = await update(by, whom, raw);
  expect(reply.status).toBe(400);
  expect(await snapshot(app.db)).toBe(before);
  return reply.errors;
}

const fixed = 'This can change only while the account has no money, no bets and no downline.';

function canSee({ token }: { token: string }) {
  return app.call(users.balance, { token }).then((reply) => reply.status);
}

test('an edit changes the fields that were sent and no others', async () => {
  const limits = { minimumBets: 100n, maximumBets: 900n };
  const client = await makeUser(app, root, { ...limits, currency: 'INR' });
  const reply = await update(root, client, { name: '  New name  ' });
  expect([reply.status, reply.message]).toEqual([200, 'User updated successfully!']);
  expect(reply.data).toMatchObject({
    name: 'New name',
    username: client.username,
    currency: 'INR',
    status: 'active',
    ...limits,
  });
  expect((await update(root, client, { minimumBets: 2 })).data).toMatchObject({
    name: 'New name',
    minimumBets: 200n,
    maximumBets: 900n,
  });
});

test('an edit without a field changes nothing', async () => {
  const client = await makeUser(app, root);
  const before = await app.call(users.profile, {
    token: root.token,
    body: { userId: client.id },
  });
  const reply = await update(root, client, {});
  expect(reply.status).toBe(200);
  const { parent, isLoggedIn, lastLoginAt, createdAt, updatedAt, ...row } = before.data;
  expect(reply.data).toEqual(row);
});

test('edits of different fields at the same time both survive', async () => {
  const client = await makeUser(app, root);
  for (let round = 0; round < 10; round++) {
    const status = round % 2 === 0 ? 'suspended' : 'active';
    const [one, other] = await Promise.all([
      update(root, client, { name: `Round ${round}` }),
      update(root, client, { status, maximumBets: 10 + round }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { data } = await app.call(users.profile, {
      token: root.token,
      body: { userId: client.id },
    });
    expect(data).toMatchObject({
      name: `Round ${round}`,
      status,
      maximumBets: BigInt(1_000 + round * 100),
    });
  }
});

test('kind, currency and role change while nothing hangs on the account', async () => {
  const client = await makeUser(app, root);
  const changes = { isDemo: true, currency: 'PKR', role: 'ADMIN' };
  const reply = await update(root, client, changes);
  expect(reply.data).toMatchObject({ ...changes, balance: 0n });
  await update(root, client, { isDemo: false });
  const funded = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { amount: 500n },
  });
  expect(funded.data.balance).toBe(500n);
});

test('with money in the wallet kind, currency and role are fixed', async () => {
  const client = await makeUser(app, root, { balance: 1n });
  expect(await refusesToUpdate(root, client, { isDemo: true })).toEqual({ isDemo: fixed });
  expect(await refusesToUpdate(root, client, { currency: 'INR' })).toEqual({ currency: fixed });
  expect(await refusesToUpdate(root, client, { role: 'ADMIN' })).toEqual({ role: fixed });
  const same = { isDemo: false, currency: 'USD', role: 'USER' };
  expect((await update(root, client, { ...same, name: 'Same' })).status).toBe(200);
});

test('with a downline kind, currency and role are fixed, deleted clients counted', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  expect(await refusesToUpdate(root, admin, { role: 'USER' })).toEqual({ role: fixed });
  await app.call(users.remove, { token: admin.token, params: { id: client.id } });
  expect(await refusesToUpdate(root, admin, { currency: 'INR' })).toEqual({ currency: fixed });
});

test('a limit is set, taken away by null, and never turned upside down', async () => {
  const client = await makeUser(app, root, { minimumBets: 100n, maximumBets: 500n });
  expect(await refusesToUpdate(root, client, { minimumBets: 5.01 })).toHaveProperty('minimumBets');
  expect(await refusesToUpdate(root, client, { maximumBets: 0.99 })).toHaveProperty('minimumBets');
  expect((await update(root, client, { maximumBets: null })).data.maximumBets).toBeNull();
  expect((await update(root, client, { minimumBets: 5_000 })).data.minimumBets).toBe(500_000n);
});

test('an ADMIN changes neither currency nor limits nor makes an ADMIN', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  expect(await refusesToUpdate(admin, client, { currency: 'INR' })).toHaveProperty('currency');
  expect(await refusesToUpdate(admin, client, { minimumBets: 1 })).toHaveProperty('minimumBets');
  expect(await refusesToUpdate(admin, client, { maximumBets: null })).toHaveProperty('maximumBets');
  const promoted = await update(admin, client, { role: 'ADMIN' });
  expect([promoted.status, Object.keys(promoted.errors)]).toEqual([403, ['role']]);
});

test('a taken name is refused and the own name in another case is not', async () => {
  const [one, other] = [await makeUser(app, root), await makeUser(app, root)];
  expect(await refusesToUpdate(root, one, { username: other.username.toUpperCase() })).toEqual({
    username: 'This username is already taken.',
  });
  const shouted = one.username.toUpperCase();
  expect((await update(root, one, { username: shouted })).data.username).toBe(shouted);
});

test('a password, a balance or a parent is not changed by an edit', async () => {
  const client = await makeUser(app, root);
  const fields = { password: 'Another-horse-2', balance: 5, parent: '1', exposure: 1, _id: '9' };
  for (const [field, value] of Object.entries(fields)) {
    expect(await refusesToUpdate(root, client, { [field]: value })).toEqual({
      [field]: 'Unknown field.',
    });
  }
});

test('locking ends the sessions of the whole branch immediately, and for good', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const deep = await makeDeepAdmin(app, admin, 1_000n);
  const second = { token: await openTestSession(app, admin.id) };
  expect(await Promise.all([admin, second, deep].map(canSee))).toEqual([200, 200, 200]);
  await update(root, admin, { status: 'locked' });
  expect(await Promise.all([admin, second, deep].map(canSee))).toEqual([401, 401, 401]);
  await update(root, admin, { status: 'active' });
  expect(await Promise.all([admin, second, deep].map(canSee))).toEqual([401, 401, 401]);
});

test('suspending makes the whole branch read-only and activating undoes it', async () => {
  const admin = await makeAdmin(app, root, { balance: 50_000n });
  const deep = await makeDeepAdmin(app, admin, 1_000n);
  const client = await makeUser(app, deep);
  await update(root, admin, { status: 'suspended' });
  expect(await canSee(deep)).toBe(200);
  const refused = await update(deep, client, { name: 'No' });
  expect(refused.status).toBe(403);
  expect(refused.message).toBe('Your account is suspended: you can look, but change nothing.');
  await update(root, admin, { status: 'active' });
  expect((await update(deep, client, { name: 'Yes' })).status).toBe(200);
});

test.each([
  ['a client made an ADMIN', { role: 'USER' }, { role: 'ADMIN' }, 'role changed'],
  ['an ADMIN made a client', { role: 'ADMIN' }, { role: 'USER' }, 'role changed'],
  ['a client made a demo account', {}, { isDemo: true }, 'demo flag changed'],
  ['a demo account made real', { isDemo: true }, { isDemo: false }, 'demo flag changed'],
] as const)('%s has to sign in anew', async (_, wanted, changes, reason) => {
  const client = await makeUser(app, root, wanted);
  const sessions = () =>
    app.db.selectFrom('sessions').select('end_reason').where('user_id', '=', client.id).execute();
  await openTestSession(app, client.id);
  expect((await update(root, client, { ...wanted, name: 'The same' })).status).toBe(200);
  expect(await sessions()).toEqual([{ end_reason: null }, { end_reason: null }]);
  expect((await update(root, client, changes)).status).toBe(200);
  expect(await sessions()).toEqual([{ end_reason: reason }, { end_reason: reason }]);
  expect(await canSee(client)).toBe(401);
});
