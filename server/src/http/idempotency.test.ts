import { calls } from '@pitboss/contract/calls';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser } from '../test/sample-requests.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

interface Order {
  by?: TestPerson;
  to: TestPerson;
  key: string;
  amount?: bigint;
  remarks?: string;
}

function deposit({ by = root, to, key, amount = 700n, remarks }: Order) {
  return app.call(transactions.deposit, {
    token: by.token,
    params: { id: to.id },
    body: { amount, ...(remarks === undefined ? {} : { remarks }) },
    headers: { 'idempotency-key': key },
  });
}

test('the same key a hundred times at the same time moves money once', async () => {
  const client = await makeUser(app, root);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => deposit({ to: client, key: 'a-hundred' })),
  );
  const done = replies.filter((reply) => reply.status === 200);
  const running = replies.filter((reply) => reply.status === 409);
  expect(done.length).toBeGreaterThan(0);
  expect(done.length + running.length).toBe(100);
  for (const { body } of done) expect(body).toEqual(done[0]?.body);
  for (const { message } of running) {
    expect(message).toBe('A call with this Idempotency-Key is still running.');
  }
  expect(await balanceOf(app, root, client)).toBe(700n);
});

test('the same key later answers the first answer again, though the balance has moved on', async () => {
  const client = await makeUser(app, root);
  const first = await deposit({ to: client, key: 'later' });
  await deposit({ to: client, key: 'in-between' });
  const again = await deposit({ to: client, key: 'later' });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(again.data.balance).toBe(700n);
  expect(await balanceOf(app, root, client)).toBe(1_400n);
});

test('the same amount written in another way is the same call', async () => {
  const client = await makeUser(app, root);
  const send = (raw: unknown) =>
    app.call(transactions.deposit, {
      token: root.token,
      params: { id: client.id },
      raw,
      headers: { 'idempotency-key': 'written' },
    });
  const first = await send({ amount: 7, remarks: 'x' });
  const again = await send('{ "remarks": "x", "amount": "7.00" }');
  expect(again.body).toEqual(first.body);
  expect(await balanceOf(app, root, client)).toBe(700n);
});

test('a key used again for anything else is refused and moves nothing', async () => {
  const [client, other] = [await makeUser(app, root), await makeUser(app, root)];
  await deposit({ to: client, key: 'reused' });
  const before = await snapshot(app.db);
  const replies = [
    await deposit({ to: client, key: 'reused', amount: 701n }),
    await deposit({ to: client, key: 'reused', remarks: 'another' }),
    await deposit({ to: other, key: 'reused' }),
    await app.call(transactions.withdraw, {
      token: root.token,
      params: { id: client.id },
      body: { amount: 700n },
      headers: { 'idempotency-key': 'reused' },
    }),
  ];
  for (const reply of replies) {
    expect(reply.status).toBe(422);
    expect(reply.message).toMatch(/^This Idempotency-Key was used for another call\./);
  }
  expect(await snapshot(app.db)).toBe(before);
});

test('a new client with another password is another call', async () => {
  const raw = { ...newUser(), password: 'Battery-staple-2' };
  const add = (password: string, key: string) => {
    const headers = { 'idempotency-key': key };
    return app.call(users.add, { token: root.token, raw: { ...raw, password }, headers });
  };
  const first = await add(raw.password, 'with-password');
  const again = await add(raw.password, 'with-password');
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  const before = await snapshot(app.db);
  for (const other of ['Battery-staple-3', 'battery-staple-2', 'Battery-staple-2 ']) {
    expect([other, (await add(other, 'with-password')).status]).toEqual([other, 422]);
  }
  expect(await snapshot(app.db)).toBe(before);
});

test('a refused call leaves its key free', async () => {
  const admin = await makeAdmin(app, root);
  const client = await makeUser(app, admin);
  const order = { by: admin, to: client, key: 'free' };
  expect((await deposit(order)).status).toBe(400);
  await deposit({ to: admin, key: 'fund' });
  expect((await deposit(order)).status).toBe(200);
  expect((await deposit(order)).status).toBe(200);
  expect(await balanceOf(app, admin, client)).toBe(700n);
});

test('a key belongs to the operator who sent it', async () => {
  const [one, other] = [
    await makeAdmin(app, root, { balance: 1_000n }),
    await makeAdmin(app, root, { balance: 1_000n }),
  ];
  const [mine, theirs] = [await makeUser(app, one), await makeUser(app, other)];
  expect((await deposit({ by: one, to: mine, key: 'shared' })).status).toBe(200);
  expect((await deposit({ by: other, to: theirs, key: 'shared' })).status).toBe(200);
  expect(await balanceOf(app, other, theirs)).toBe(700n);
});

test('a key that is empty, too long or not plain is refused', async () => {
  const client = await makeUser(app, root);
  for (const key of ['', 'x'.repeat(256), 'two words', 'naïve', 'tab\there']) {
    const reply = await deposit({ to: client, key });
    expect([key, reply.status, Object.keys(reply.errors)]).toEqual([key, 400, ['Idempotency-Key']]);
  }
  const longest = await deposit({ to: client, key: 'x'.repeat(255) });
  expect(longest.status).toBe(200);
});

test('without a key each call moves money', async () => {
  const client = await makeUser(app, root);
  const options = { token: root.token, params: { id: client.id }, body: { amount: 100n } };
  await app.call(transactions.deposit, options);
  await app.call(transactions.deposit, options);
  expect(await balanceOf(app, root, client)).toBe(200n);
});

test('the key stands on the transfer that it made', async () => {
  const client = await makeUser(app, root);
  const { data } = await deposit({ to: client, key: 'on-the-transfer' });
  const transfer = await app.db
    .selectFrom('transfers')
    .select(['id', 'actor_id', 'amount_minor'])
    .where('idempotency_key', '=', 'on-the-transfer')
    .executeTakeFirstOrThrow();
  expect(transfer).toEqual({ id: data.transactionId, actor_id: root.id, amount_minor: 700n });
});

test('a kept answer is not given to one who may no longer move money', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const client = await makeUser(app, admin);
  await deposit({ by: admin, to: client, key: 'before' });
  await app.call(users.update, {
    token: root.token,
    params: { id: admin.id },
    body: { status: 'suspended' },
  });
  expect((await deposit({ by: admin, to: client, key: 'before' })).status).toBe(403);
});

test('a kept answer holds no password', async () => {
  const rows = await app.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { kept } of rows) expect(JSON.stringify(kept)).not.toMatch(/password|argon2/i);
});

test('what became of a call is told by its key, and what was not done never will be', async () => {
  const client = await makeUser(app, root);
  const done = await deposit({ to: client, key: 'seen-by-nobody' });
  const ask = (key: string, by = root) =>
    app.call(calls.outcome, { token: by.token, body: { key } });
  const told = await ask('seen-by-nobody');
  expect(told.data).toEqual({ outcome: 'done', message: done.message });
  for (const _ of [1, 2]) {
    expect((await ask('never-arrived')).data).toEqual({ outcome: 'notDone', message: '' });
  }
  const late = await deposit({ to: client, key: 'never-arrived' });
  expect([late.status, await balanceOf(app, root, client)]).toEqual([422, 700n]);
  // A key is its owner's: another operator may use the same one for itself, and learns nothing.
  const other = await makeAdmin(app, root);
  expect((await ask('seen-by-nobody', other)).data.outcome).toBe('notDone');
  expect((await ask('seen-by-nobody')).data.outcome).toBe('done');
});

test('a call and the question about it end in one order, a hundred times', async () => {
  const client = await makeUser(app, root);
  let moved = 0n;
  for (let round = 0; round < 100; round++) {
    const key = `race-${round}`;
    const [sent, asked] = await Promise.all([
      deposit({ to: client, key }),
      app.call(calls.outcome, { token: root.token, body: { key } }),
    ]);
    if (sent.status === 200) moved += 700n;
    if (asked.status === 200) {
      expect(asked.data.outcome).toBe(sent.status === 200 ? 'done' : 'notDone');
    } else expect([asked.status, sent.status]).toEqual([409, 200]);
  }
  expect(await balanceOf(app, root, client)).toBe(moved);
});
