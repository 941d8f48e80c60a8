import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '../test/people.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

async function balanceOf(person: TestPerson): Promise<bigint> {
  const reply = await app.call(users.profile, {
    token: root.token,
    body: { userId: person.id },
  });
  return reply.data.balance;
}

test('a deposit moves money from the operator to the client', async () => {
  const client = await makeUser(app, root);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { userId: client.id, amount: 12_550n, remarks: 'first' },
  });
  expect(reply.status).toBe(200);
  expect(reply.message).toBe('Deposit successful!');
  expect(reply.data.balance).toBe(12_550n);
});

test('forty withdrawals of 7 at once from 70 succeed exactly ten times', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, root, { balance: 7_000n });
  expect(admin.id).not.toBe(client.id);
  const replies = await Promise.all(
    Array.from({ length: 40 }, () =>
      app.call(transactions.withdraw, {
        token: root.token,
        params: { id: client.id },
        body: { amount: 700n },
      }),
    ),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
  const refused = replies.filter((reply) => reply.status !== 200);
  expect(refused.every((reply) => reply.status === 400)).toBe(true);
  expect(refused[0]?.errors.amount).toMatch(/^Not enough balance: \d+\.\d\d USD available\.$/);
  expect(await balanceOf(client)).toBe(0n);
});
