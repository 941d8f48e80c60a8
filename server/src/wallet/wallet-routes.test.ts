import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 5_000n);
});

afterAll(() => app.close());

test('SUPER sees its own currency and the others in wallets', async () => {
  await makeUser(app, root, { currency: 'INR', balance: 12_345n });
  const { data, body } = await app.call(users.balance, { token: root.token });
  expect(data).toEqual({
    currency: 'USD',
    balance: 500_000n,
    exposure: 0n,
    wallets: [
      { currency: 'INR', balance: 487_655n, exposure: 0n },
      { currency: 'PKR', balance: 500_000n, exposure: 0n },
    ],
  });
  expect(body.data).toMatchObject({ balance: 5_000, exposure: 0 });
  expect(JSON.stringify(body)).not.toContain('-0');
});

test('an ADMIN has one wallet, in the currency that it was given', async () => {
  const admin = await makeAdmin(app, root, { currency: 'PKR', balance: 7_001n });
  const { data } = await app.call(users.balance, { token: admin.token });
  const wallet = { currency: 'PKR', balance: 7_001n, exposure: 0n };
  expect(data).toEqual({ ...wallet, wallets: [] });
});

test('an ADMIN whose currency was changed sees the new one first', async () => {
  const admin = await makeAdmin(app, root, { currency: 'PKR' });
  const params = { id: admin.id };
  await app.call(users.update, { token: root.token, params, body: { currency: 'INR' } });
  const { data } = await app.call(users.balance, { token: admin.token });
  expect(data.currency).toBe('INR');
});
