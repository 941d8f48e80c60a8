import { auth } from '@pitboss/contract/auth';
import { type HistoryEvent, history } from '@pitboss/contract/history';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askDeposit, decide, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { changedFields } from './changed-fields.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { username: 'keeper', balance: 90_000n });
});

afterAll(() => app.close());

async function historyOf(viewer: TestPerson, { id }: { id: bigint }): Promise<HistoryEvent[]> {
  const given = { token: viewer.token, params: { id } };
  return (await app.call(history.user, given)).data.data;
}

test('a history tells who did what, when, from where, before and after', async () => {
  const { token } = admin;
  const raw = { username: 'subject', name: 'First', password, role: 'USER', balance: 50 };
  const { _id: id } = (await app.call(users.add, { token, raw })).data;
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  await app.call(users.update, { token, params: { id }, body: { name: 'Second' }, headers });
  await app.call(transactions.deposit, { token, params: { id }, body: { amount: 1_250n } });
  await app.call(transactions.withdraw, { token, params: { id }, body: { amount: 9_999_999n } });
  const events = await historyOf(admin, { id });
  expect(events.map(({ action, outcome, by }) => [action, outcome, by])).toEqual([
    ['transactions.withdraw', 'refused', 'keeper'],
    ['transactions.deposit', 'done', 'keeper'],
    ['users.update', 'done', 'keeper'],
    ['users.add', 'done', 'keeper'],
  ]);
  const [refused, deposit, update, add] = events;
  expect(refused?.message).toContain('62.50');
  expect(deposit?.changes).toEqual(
    expect.arrayContaining([
      { field: 'amount', before: null, after: '12.50' },
      { field: 'balance', before: '50.00', after: '62.50' },
    ]),
  );
  expect(update).toMatchObject({ role: 'ADMIN', address: '203.0.113.9' });
  expect(update?.changes).toEqual([{ field: 'name', before: 'First', after: 'Second' }]);
  expect(add?.changes).toEqual(
    expect.arrayContaining([
      { field: 'username', before: null, after: 'subject' },
      { field: 'balance', before: null, after: '50.00' },
    ]),
  );
  expect(Math.abs(Date.now() - Number(add?.at))).toBeLessThan(60_000);
});

test('sign-ins stand in it, failed ones too, and no password', async () => {
  const below = await makeAdmin(app, root);
  for (const given of [password, 'Wrong-horse-1']) {
    await app.call(auth.login, { body: { username: below.username, password: given } });
  }
  const body = { userId: below.id, parentPassword: password, newPassword: 'Another-horse-2' };
  await app.call(users.changePasswordByParent, { token: root.token, body });
  const events = await historyOf(root, below);
  expect(events.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['users.changePasswordByParent', 'done'],
    ['auth.login', 'refused'],
    ['auth.login', 'done'],
  ]);
  const told = events.flatMap(({ changes, message }) => [JSON.stringify(changes), message]);
  expect(told.join()).not.toMatch(/horse|argon2/);
});

test('of those outside the branch it is told what they are, not who and from where', async () => {
  const deep = await makeDeepAdmin(app, admin, 10_000n);
  const client = await makeUser(app, deep, { balance: 500n });
  const stranger = await makeAdmin(app, root, { username: 'stranger' });
  const given = { params: { id: client.id }, body: { amount: 100n } };
  for (const { token } of [stranger, admin, deep]) {
    await app.call(transactions.deposit, { ...given, token });
  }
  const seenBy = async (viewer: TestPerson) =>
    (await historyOf(viewer, client)).map(({ by, address }) => [by, address !== null]);
  expect(await seenBy(deep)).toEqual([
    [deep.username, true],
    ['An operator above you', false],
    ['Somebody outside your branch', false],
  ]);
  expect(await seenBy(root)).toEqual([
    [deep.username, true],
    ['keeper', true],
    ['stranger', true],
  ]);
  const search = { search: { value: 'stranger' } };
  const asked = { token: deep.token, params: { id: client.id }, raw: search };
  expect((await app.call(history.user, asked)).data.recordsFiltered).toBe(0);
});

test('a request tells how it came and how it was decided', async () => {
  const client = await makeUser(app, admin, { balance: 500n });
  const filed = await askDeposit(app, client, await makeBank(app, admin), 1_500n);
  const id = filed.data._id;
  await decide(app, admin, id, 'failed');
  await decide(app, admin, id, 'success');
  const { data } = await app.call(history.cashRequest, { token: admin.token, params: { id } });
  expect(data.data).toMatchObject([
    { action: 'cash-requests.resolve', by: 'keeper', outcome: 'done' },
    { action: 'cash-requests.resolve', by: 'keeper', outcome: 'done' },
    { action: 'player.requestDeposit', by: client.username, outcome: 'done' },
  ]);
  const [paid, failed] = data.data;
  expect(failed?.changes).toContainEqual({ field: 'status', before: 'pending', after: 'failed' });
  expect(paid?.changes).toContainEqual({ field: 'status', before: 'failed', after: 'success' });
});

test('what differs is told as text: amounts, yes and no, and what stands inside', () => {
  const before = { _id: '7', name: 'A', isDemo: false, limits: { minimumBets: '100' }, note: '' };
  const after = { _id: '8', name: 'B', isDemo: true, stakeMinor: '5', note: 'x', balance: '1250' };
  expect(changedFields(before, after)).toEqual([
    { field: 'name', before: 'A', after: 'B' },
    { field: 'isDemo', before: 'no', after: 'yes' },
    { field: 'limits.minimumBets', before: '1.00', after: null },
    { field: 'stake', before: null, after: '0.05' },
    { field: 'note', before: null, after: 'x' },
    { field: 'balance', before: null, after: '12.50' },
  ]);
  expect(changedFields(null, null)).toEqual([]);
});
