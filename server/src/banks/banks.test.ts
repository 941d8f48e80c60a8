import { banks } from '@pitboss/contract/banks';
import { makeAdmin, makeSuper, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account, makeBank } from '../test/cashier.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

const page = { draw: 1, start: 0, length: 10 };

test('a bank needs its four names; limits and status may be left empty', async () => {
  const { token } = root;
  const added = await app.call(banks.add, {
    token,
    raw: { ...account, maxAmount: '', limits: null, status: '' },
  });
  expect(added.status).toBe(201);
  expect(added.message).toBe('Bank added successfully.');
  expect(added.data).toMatchObject({ ...account, maxAmount: null, limits: null, status: 'active' });
  const missing = await app.call(banks.add, { token, raw: { bankName: '' } });
  expect(missing.status).toBe(400);
  const { bankName, accountNumber, accountHolderName, IBAN } = missing.errors;
  expect(new Set([bankName, accountNumber, accountHolderName, IBAN])).toEqual(
    new Set(['This field is required.']),
  );
});

test('only what was sent changes, and a bank is deleted and brought back', async () => {
  const { token } = root;
  const id = await makeBank(app, root, { maxAmount: 5_000n, limits: 3 });
  const params = { id };
  const changed = await app.call(banks.update, { token, params, body: { bankName: 'Other' } });
  expect(changed.message).toBe('Bank updated successfully.');
  expect(changed.data).toMatchObject({ bankName: 'Other', maxAmount: 5_000n, limits: 3 });
  const freed = await app.call(banks.update, { token, params, body: { maxAmount: null } });
  expect(freed.data.maxAmount).toBeNull();
  for (const isDeleted of [true, false]) {
    const reply = await app.call(banks.update, { token, params, body: { isDeleted } });
    expect(reply.data.isDeleted).toBe(isDeleted);
  }
});

test('an operator has its own banks and no others', async () => {
  const admin = await makeAdmin(app, root);
  const foreign = await makeBank(app, root);
  const mine = await makeBank(app, admin);
  const { token } = admin;
  const list = await app.call(banks.list, { token, body: page });
  expect(list.data.data.map((bank) => bank._id)).toEqual([mine]);
  expect(list.data.recordsTotal).toBe(1);
  const params = { id: foreign };
  expect((await app.call(banks.update, { token, params, body: {} })).status).toBe(404);
});

test('the audit record holds no whole account number', async () => {
  const number = '9988776655443322';
  await app.call(banks.add, {
    token: root.token,
    body: { ...account, accountNumber: number, IBAN: `XX12${number}` },
  });
  const { rows } = await sql<{ after: string }>`
    select coalesce(after::text, '') as after from audit_events where action = 'banks.add'`.execute(
    app.db,
  );
  expect(rows.some(({ after }) => after.includes('…3322'))).toBe(true);
  expect(rows.some(({ after }) => after.includes(number))).toBe(false);
});
