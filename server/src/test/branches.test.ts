import { all } from '@pitboss/contract/all';
import { reports } from '@pitboss/contract/reports';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeDeepAdmin, makeSuper, makeUser, type TestPerson } from './people.ts';
import { sampleRequest } from './sample-requests.ts';
import { type TestApp, testApp } from './test-app.ts';

interface Branch {
  admin: TestPerson;
  members: TestPerson[];
  deleted: TestPerson;
  mark: string;
}

let app: TestApp;
let branches: [Branch, Branch];

/** A branch with one of everything; every name in it holds its mark. */
async function makeBranch(root: TestPerson, mark: string, clients: number): Promise<Branch> {
  const named = (role: string) => ({ username: `${mark}-${role}`, name: `${mark} ${role}` });
  const admin = await makeAdmin(app, root, { ...named('admin'), balance: 90_000n });
  const deep = await makeDeepAdmin(app, admin, 10_000n);
  const members = [await makeUser(app, deep, { ...named('grandchild'), balance: 100n })];
  for (let index = 0; index < clients; index++) {
    const client = await makeUser(app, admin, { ...named(`client-${index}`), balance: 1_000n });
    members.push(client);
  }
  const demo = await makeUser(app, admin, { ...named('demo'), isDemo: true, balance: 5_000n });
  const deleted = await makeUser(app, admin, { ...named('deleted'), balance: 300n });
  await app.call(users.remove, { token: admin.token, params: { id: deleted.id } });
  return { admin, members: [...members, deep, demo], deleted, mark };
}

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  branches = [await makeBranch(root, 'north', 3), await makeBranch(root, 'south', 5)];
});

afterAll(() => app.close());

test('no call that looks shows an operator a name or a number of another branch', async () => {
  const [own, other] = branches;
  const foreign = [other.admin, ...other.members, other.deleted];
  for (const endpoint of all.filter((one) => one.effect === 'read')) {
    const target = own.members[1] ?? own.admin;
    const { params, raw } = sampleRequest(endpoint.name, target, own.admin);
    const { userId: _, ...whole } = raw;
    for (const body of 'userId' in raw && endpoint.takesForm ? [raw, whole] : [raw]) {
      const widest = endpoint.takesForm ? { ...body, length: 500 } : body;
      const reply = await app.call(endpoint, { token: own.admin.token, params, raw: widest });
      expect([endpoint.name, reply.status]).toEqual([endpoint.name, 200]);
      const shown = JSON.stringify(reply.body);
      for (const { username } of foreign) expect(shown).not.toContain(username);
      expect(shown).not.toContain(other.mark);
    }
  }
});

test('a search finds nobody of another branch', async () => {
  const [own, other] = branches;
  for (const endpoint of [users.list, transactions.listStatement]) {
    const raw = { search: { value: other.mark }, length: 500 };
    const { data } = await app.call(endpoint, { token: own.admin.token, raw });
    expect([data.data, data.recordsFiltered]).toEqual([[], 0]);
  }
});

test('counts and totals are those of the own branch', async () => {
  const expected = [
    { clients: 3, listed: 5, entries: 13, deposit: 103_400n, withdraw: 13_400n },
    { clients: 5, listed: 7, entries: 17, deposit: 105_400n, withdraw: 15_400n },
  ];
  for (const [index, { admin }] of branches.entries()) {
    const { token } = admin;
    const { clients, listed, entries, deposit, withdraw } = expected[index] ?? {};
    const list = await app.call(users.list, { token });
    expect(list.data.recordsTotal).toBe(listed);
    const statement = await app.call(transactions.listStatement, { token });
    expect(statement.data.recordsTotal).toBe(entries);
    expect(statement.data.totals).toEqual({ deposit, withdraw });
    const stats = await app.call(reports.stats, { token });
    expect(stats.data).toMatchObject({
      totalClients: (clients ?? 0) + 1,
      newClients: (clients ?? 0) + 1,
      totalBets: 0,
      totalStakes: 0n,
      totalPl: 0n,
    });
    const deleted = await app.call(users.listDeleted, { token });
    expect(deleted.data).toHaveLength(1);
  }
});

test('the downline of an operator below is its own children only', async () => {
  const [own] = branches;
  const deep = own.members.find(({ username }) => username.startsWith('deep'));
  const { data } = await app.call(users.list, {
    token: own.admin.token,
    raw: { userId: String(deep?.id) },
  });
  expect(data.data.map((row) => row.username)).toEqual(['north-grandchild']);
});
