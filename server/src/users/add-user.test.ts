import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser } from '../test/sample-requests.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf, ownBalance } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function add(by: TestPerson, fields: Record<string, unknown> = {}) {
  const { currency: _, ...rest } = newUser();
  return app.call(users.add, { token: by.token, raw: { ...rest, ...fields } });
}

async function refusesToAdd(by: TestPerson, fields: Record<string, unknown>, status = 400) {
  const before = await snapshot(app.db);
  const reply = await add(by, fields);
  expect(reply.status).toBe(status);
  expect(await snapshot(app.db)).toBe(before);
  return reply.errors;
}

async function rowsOf(table: 'transfers' | 'entries' | 'accounts' | 'users'): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    app.db,
  );
  return Number(rows[0]?.count);
}

test('SUPER creates an ADMIN with a currency and limits of its choice', async () => {
  const reply = await add(root, {
    username: 'Asha',
    role: 'ADMIN',
    currency: 'INR',
    balance: 1_000.5,
    minimumBets: 10,
    maximumBets: '2500.00',
  });
  expect(reply.status).toBe(201);
  expect(reply.message).toBe('User created successfully!');
  expect(reply.data).toMatchObject({
    username: 'Asha',
    role: 'ADMIN',
    currency: 'INR',
    balance: 100_050n,
    exposure: 0n,
    minimumBets: 1_000n,
    maximumBets: 250_000n,
    status: 'active',
    isDemo: false,
  });
  expect(JSON.stringify(reply.body)).not.toMatch(/password|argon2/i);
});

test('SUPER must choose a currency', async () => {
  expect(await refusesToAdd(root, { role: 'ADMIN' })).toEqual({
    currency: 'This field is required.',
  });
});

test('nobody creates a SUPER', async () => {
  const errors = await refusesToAdd(root, { role: 'SUPER', currency: 'USD' });
  expect(errors.role).toBe('Role must be USER or ADMIN.');
});

test('an ADMIN creates clients and no ADMIN', async () => {
  const admin = await makeAdmin(app, root);
  expect((await add(admin)).status).toBe(201);
  const errors = await refusesToAdd(admin, { role: 'ADMIN' }, 403);
  expect(errors.role).toBe('Only SUPER may create or make an ADMIN.');
});

test("a client of an ADMIN takes the ADMIN's currency and limits", async () => {
  const limits = { minimumBets: 500n, maximumBets: 90_000n };
  const admin = await makeAdmin(app, root, { currency: 'PKR', ...limits });
  const reply = await add(admin, { currency: '', minimumBets: null });
  expect(reply.data).toMatchObject({ currency: 'PKR', ...limits });
  expect(await refusesToAdd(admin, { currency: 'USD' })).toHaveProperty('currency');
  expect(await refusesToAdd(admin, { minimumBets: 1 })).toHaveProperty('minimumBets');
  expect(await refusesToAdd(admin, { maximumBets: 5_000 })).toHaveProperty('maximumBets');
});

test('the smallest bet is not above the largest', async () => {
  const errors = await refusesToAdd(root, { currency: 'USD', minimumBets: 5, maximumBets: 4.99 });
  expect(errors.minimumBets).toBe('Min Bet Limit must not be above Max Bet Limit.');
  const same = await add(root, { currency: 'USD', minimumBets: 5, maximumBets: 5 });
  expect(same.status).toBe(201);
});

test('with too little money nobody is created and nothing is written', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const before = [await rowsOf('users'), await rowsOf('accounts'), await rowsOf('transfers')];
  const errors = await refusesToAdd(admin, { username: 'too-poor', balance: 10.01 });
  expect(errors.balance).toBe('Not enough balance: 10.00 USD available.');
  expect([await rowsOf('users'), await rowsOf('accounts'), await rowsOf('transfers')]).toEqual(
    before,
  );
  expect((await add(admin, { username: 'too-poor', balance: 10 })).status).toBe(201);
  expect(await ownBalance(app, admin)).toBe(0n);
});

test('of clients created at the same time with the last money only as many come as it pays for', async () => {
  const admin = await makeAdmin(app, root, { balance: 1_000n });
  const replies = await Promise.all(Array.from({ length: 6 }, () => add(admin, { balance: 4 })));
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
  const { data } = await app.call(users.list, { token: admin.token });
  expect(data.recordsTotal).toBe(2);
  expect(await ownBalance(app, admin)).toBe(200n);
});

test('a name is taken without regard to case, by deleted accounts too', async () => {
  const name = `Taken-${Date.now()}`;
  const first = await add(root, { username: name, currency: 'USD' });
  const taken = { username: 'This username is already taken.' };
  const fields = { username: name.toUpperCase(), currency: 'USD' };
  expect(await refusesToAdd(root, fields)).toEqual(taken);
  await app.call(users.remove, { token: root.token, params: { id: first.data._id } });
  expect(await refusesToAdd(root, fields)).toEqual(taken);
  const admin = await makeAdmin(app, root);
  expect(await refusesToAdd(admin, { username: name.toLowerCase() })).toEqual(taken);
});

test('names that differ as typed are different', async () => {
  const names = ['vip3', 'vlp3', 'v1p3'].map((username) => ({ username, currency: 'USD' }));
  for (const fields of names) expect((await add(root, fields)).status).toBe(201);
});

test('of two who take the same name at the same time one gets it', async () => {
  const fields = { username: `race-${Date.now()}`, currency: 'USD' };
  const replies = await Promise.all([add(root, fields), add(root, fields), add(root, fields)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400]);
});

test('the opening balance stands in the statements of both sides', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const client = (await add(admin, { balance: 25.25 })).data;
  const { data: page } = await app.call(transactions.listStatement, {
    token: admin.token,
    body: { draw: 1, start: 0, length: 10, userId: client._id },
  });
  expect(page.data).toMatchObject([
    { username: client.username, deposit: 2_525n, withdraw: 0n, bankBalance: 2_525n },
  ]);
  expect(page.data[0]?.remarks).toBe('Opening balance');
  const { data: branch } = await app.call(transactions.listStatement, { token: admin.token });
  expect(branch.data[1]).toMatchObject({ username: admin.username, withdraw: 2_525n });
  expect(await ownBalance(app, admin)).toBe(7_475n);
});

test('no balance, an empty one and nothing at all open with nothing', async () => {
  for (const balance of [0, '', null, '0.00', undefined]) {
    const reply = await add(root, { currency: 'USD', balance });
    expect([balance, reply.status]).toEqual([balance, 201]);
    expect(reply.data.balance).toBe(0n);
  }
});

test('a demo client is paid from the demo treasury and cannot withdraw', async () => {
  const admin = await makeAdmin(app, root, { balance: 100n });
  const treasury = () =>
    app.db
      .selectFrom('accounts')
      .select(['kind', 'balance_minor'])
      .where('kind', '=', 'demo_treasury')
      .where('currency', '=', 'USD')
      .executeTakeFirstOrThrow();
  const before = await treasury();
  const demo = (await add(admin, { isDemo: true, balance: 5_000 })).data;
  expect(demo).toMatchObject({ isDemo: true, balance: 500_000n });
  const params = { id: demo._id };
  const more = { token: admin.token, params, body: { amount: 100_000n } };
  expect((await app.call(transactions.deposit, more)).data.balance).toBe(600_000n);
  expect((await treasury()).balance_minor).toBe(before.balance_minor - 600_000n);
  expect(await ownBalance(app, admin)).toBe(100n);
  const taken = await app.call(transactions.withdraw, {
    token: admin.token,
    params,
    body: { amount: 100n },
  });
  expect([taken.status, taken.message]).toEqual([409, 'A demo account cannot withdraw.']);
  expect(await balanceOf(app, admin, { id: demo._id })).toBe(600_000n);
});

test('below a demo operator everybody is a demo account', async () => {
  const demoAdmin = await makeAdmin(app, root, { isDemo: true, balance: 1_000n });
  expect(await refusesToAdd(demoAdmin, {})).toHaveProperty('isDemo');
  const demo = await add(demoAdmin, { isDemo: true, balance: 50 });
  expect(demo.data.balance).toBe(5_000n);
  expect(await ownBalance(app, demoAdmin)).toBe(1_000n);
});

test('a new client can be locked or suspended from the start', async () => {
  for (const status of ['suspended', 'locked'] as const) {
    expect((await add(root, { currency: 'USD', status })).data.status).toBe(status);
  }
});

test('what only the platform knows cannot be given', async () => {
  const forbidden = {
    _id: '5',
    id: '5',
    parent: '1',
    parent_id: '1',
    ancestor_ids: [],
    exposure: 5,
    isDeleted: true,
    deletedAt: null,
    isLoggedIn: true,
    createdAt: new Date().toISOString(),
    passwordHash: 'x',
    password_hash: 'x',
    version: 1,
    constructor: {},
    Role: 'ADMIN',
  };
  for (const [field, value] of Object.entries(forbidden)) {
    expect(await refusesToAdd(root, { currency: 'USD', [field]: value })).toEqual({
      [field]: 'Unknown field.',
    });
  }
});

test('a repeated create with the same key creates once', async () => {
  const options = {
    token: root.token,
    raw: { ...newUser(), balance: 7 },
    headers: { 'idempotency-key': 'create-once' },
  };
  const first = await app.call(users.add, options);
  const second = await app.call(users.add, options);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test('a client of its own cannot be made by a client', async () => {
  const client = await makeUser(app, root);
  expect((await add(client)).status).toBe(403);
});
