import { all } from '@pitboss/contract/all';
import { banks } from '@pitboss/contract/banks';
import { bets } from '@pitboss/contract/bets';
import { cashRequests } from '@pitboss/contract/cash-requests';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { player } from '@pitboss/contract/player';
import { reports } from '@pitboss/contract/reports';
import { support } from '@pitboss/contract/support';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { account, askDeposit, makeRequest } from './cashier.ts';
import { makeGame, newRef } from './game.ts';
import { isPlayers, sampleRequest } from './sample-requests.ts';
import { type TestApp, testApp } from './test-app.ts';

interface Branch {
  admin: TestPerson;
  people: TestPerson[];
  deleted: TestPerson;
  mark: string;
}

let app: TestApp;
let branches: [Branch, Branch];
/** A round in which both branches bet. */
let round: bigint;

/** A branch with one of everything; every name in it holds its mark. */
async function makeBranch(root: TestPerson, mark: string, clients: number): Promise<Branch> {
  const named = (role: string) => ({ username: `${mark}-${role}`, name: `${mark} ${role}` });
  const admin = await makeAdmin(app, root, { ...named('admin'), balance: 90_000n });
  const deep = await makeDeepAdmin(app, admin, 10_000n);
  const people = [await makeUser(app, deep, { ...named('grandchild'), balance: 100n })];
  for (let index = 0; index < clients; index++) {
    const client = await makeUser(app, admin, { ...named(`client-${index}`), balance: 1_000n });
    people.push(client);
  }
  const demo = await makeUser(app, admin, { ...named('demo'), isDemo: true, balance: 5_000n });
  const deleted = await makeUser(app, admin, { ...named('deleted'), balance: 300n });
  await publishIn(admin, mark);
  await fileIn(admin, [...people.slice(1), deleted], BigInt(clients));
  await makeRequest(app, people[0] ?? admin, 50n);
  await app.call(users.remove, { token: admin.token, params: { id: deleted.id } });
  return { admin, people: [...people, deep, demo], deleted, mark };
}

/** What an operator puts up for its clients, marked as everything else in the branch. */
async function publishIn({ token }: TestPerson, mark: string): Promise<void> {
  const body = { ...account, bankName: `${mark} bank`, IBAN: `${mark}0001` };
  await app.call(banks.add, { token, body });
  const entry = { type: 'telegram', link: `https://t.me/${mark}` } as const;
  await app.call(support.add, { token, body: entry });
}

/** A deposit and a withdrawal of each client, of amounts that tell the branches apart. */
async function fileIn(admin: TestPerson, clients: TestPerson[], amount: bigint): Promise<void> {
  const { data } = await app.call(banks.list, { token: admin.token });
  const bankId = data.data[0]?._id ?? 0n;
  for (const client of clients) {
    const filed = await askDeposit(app, client, bankId, 100n * amount);
    expect([filed.status, filed.message]).toEqual([201, 'Deposit request filed.']);
    await makeRequest(app, client, amount);
  }
}

beforeAll(async () => {
  app = await testApp();
  const root = await makeSuper(app);
  branches = [await makeBranch(root, 'north', 3), await makeBranch(root, 'south', 5)];
  await playIn(root);
});

/** Every client of both branches bets and loses; the stakes tell the branches apart. */
async function playIn(root: TestPerson): Promise<void> {
  const server = await makeGame(app, root);
  const bets = branches.flatMap(({ people, mark }) =>
    people
      .slice(0, -2)
      .map(({ id: userId }) => ({ ref: newRef(), userId, stake: mark === 'north' ? 7n : 9n })),
  );
  round = await server.play(bets, 150);
}

afterAll(() => app.close());

function required({ body }: Endpoint): string[] {
  return z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).required ?? [];
}

test('no call that looks shows anybody a name or a number of another branch', async () => {
  const [own, other] = branches;
  const foreign = [other.admin, ...other.people, other.deleted];
  for (const endpoint of all.filter((one) => one.effect === 'read' && one.allow !== 'super')) {
    const target = own.people[1] ?? own.admin;
    const { params, raw } = await sampleRequest(app, endpoint.name, { actor: own.admin, target });
    const { userId: _, ...whole } = raw;
    const { token } = isPlayers(endpoint) ? target : own.admin;
    const bodies: object[] = [raw];
    if ('userId' in raw && !required(endpoint).includes('userId')) bodies.push(whole);
    if ('roundId' in raw) bodies.push({ ...raw, roundId: String(round) });
    for (const body of bodies) {
      const widest = endpoint.takes === 'form' ? { ...body, length: 500 } : body;
      const reply = await app.call(endpoint, { token, params, raw: widest });
      expect([endpoint.name, reply.status]).toEqual([endpoint.name, 200]);
      const shown = JSON.stringify(reply.body);
      for (const { username } of foreign) expect(shown).not.toContain(username);
      expect(shown).not.toContain(other.mark);
    }
  }
});

test('what waits is counted and added up over the own branch only', async () => {
  const expected = [
    { currency: 'USD', count: 9, deposit: 1_200n, withdraw: 62n },
    { currency: 'USD', count: 13, deposit: 3_000n, withdraw: 80n },
  ];
  for (const [index, { admin, people }] of branches.entries()) {
    const { token } = admin;
    const { data } = await app.call(cashRequests.list, { token });
    const row = expected[index];
    expect([data.recordsTotal, data.recordsFiltered]).toEqual([row?.count, row?.count]);
    expect(data.pending).toEqual([row]);
    const one = { userId: String(people[1]?.id) };
    const ofOne = await app.call(cashRequests.list, { token, raw: one });
    const amount = index === 0 ? 3n : 5n;
    expect(ofOne.data.recordsTotal).toBe(2);
    expect(ofOne.data.pending).toEqual([
      { currency: 'USD', count: 2, deposit: 100n * amount, withdraw: amount },
    ]);
  }
});

test('an operator further down has only what stands below it', async () => {
  const [own] = branches;
  const deep = own.people.find(({ username }) => username.startsWith('deep'));
  const { data } = await app.call(cashRequests.list, { token: deep?.token });
  expect(data.data.map((row) => row.user.username)).toEqual(['north-grandchild']);
  expect(data.pending).toEqual([{ currency: 'USD', count: 1, deposit: 0n, withdraw: 50n }]);
  const banksOf = await app.call(banks.list, { token: deep?.token });
  expect([banksOf.data.data, banksOf.data.recordsTotal]).toEqual([[], 0]);
});

test('clients are shown what their own operator put up', async () => {
  for (const { people, mark } of branches) {
    const { token } = people[1] ?? { token: '' };
    const shown = await app.call(player.banks, { token });
    expect(shown.data.map((bank) => bank.bankName)).toEqual([`${mark} bank`]);
    const links = await app.call(player.support, { token });
    expect(links.data.map((entry) => entry.link)).toEqual([`https://t.me/${mark}`]);
    const own = await app.call(player.listRequests, { token });
    expect(own.data).toHaveLength(2);
    const played = await app.call(player.listBets, { token });
    expect(played.data.map((bet) => bet.stake)).toEqual([mark === 'north' ? 7n : 9n]);
    const ofDeep = await app.call(player.banks, { token: people[0]?.token });
    expect(ofDeep.data).toEqual([]);
  }
});

test('a search finds nobody of another branch', async () => {
  const [own, other] = branches;
  const { token } = own.admin;
  const raw = { search: { value: other.mark }, length: 500 };
  for (const endpoint of [users.list, transactions.listStatement, cashRequests.list, banks.list]) {
    const { data } = await app.call(endpoint, { token, raw });
    expect([data.data, data.recordsFiltered]).toEqual([[], 0]);
  }
  const inRound = { ...raw, roundId: String(round) };
  for (const reply of [
    await app.call(bets.list, { token, raw }),
    await app.call(bets.listOfRound, { token, raw: inRound }),
  ]) {
    expect([reply.data.data.data, reply.data.data.recordsFiltered]).toEqual([[], 0]);
    expect(reply.data.totals.totalStakes).toBe(0n);
  }
});

test('counts and totals are those of the own branch', async () => {
  const expected = [
    // What is held has left the wallets: one entry for each withdrawal that waits.
    // A bet that is lost has left one too.
    { clients: 3, listed: 5, entries: 13 + 9, deposit: 103_400n, withdraw: 13_462n + 28n },
    { clients: 5, listed: 7, entries: 17 + 13, deposit: 105_400n, withdraw: 15_480n + 54n },
  ];
  for (const [index, { admin }] of branches.entries()) {
    const { token } = admin;
    const { clients = 0, listed, entries, deposit, withdraw } = expected[index] ?? {};
    const list = await app.call(users.list, { token });
    expect(list.data.recordsTotal).toBe(listed);
    const statement = await app.call(transactions.listStatement, { token });
    expect(statement.data.recordsTotal).toBe(entries);
    expect(statement.data.totals).toEqual({ deposit, withdraw });
    const stats = await app.call(reports.stats, { token });
    expect(stats.data).toMatchObject({
      totalClients: clients + 1,
      newClients: clients + 1,
      totalBets: clients + 1,
      totalStakes: index === 0 ? 28n : 54n,
      totalPl: index === 0 ? 28n : 54n,
    });
    const deleted = await app.call(users.listDeleted, { token });
    expect(deleted.data).toHaveLength(1);
  }
});

test('bets are counted and added up over the own branch, at every depth of it', async () => {
  const [north, south] = branches;
  const deep = north.people.find(({ username }) => username.startsWith('deep')) ?? north.admin;
  const expected: [TestPerson, number, bigint][] = [
    [north.admin, 4, 28n],
    [south.admin, 6, 54n],
    [deep, 1, 7n],
  ];
  for (const [{ token }, count, stakes] of expected) {
    const of = async (endpoint: typeof bets.list | typeof bets.listOfRound, raw: object) => {
      const { data } = await app.call(endpoint, { token, raw });
      return [data.data.recordsTotal, data.data.data.length, data.totals.totalStakes];
    };
    expect(await of(bets.list, {})).toEqual([count, count, stakes]);
    expect(await of(bets.listOfRound, { roundId: String(round) })).toEqual([count, count, stakes]);
    const { data } = await app.call(reports.roundPl, { token });
    expect(data.data.data).toMatchObject([
      { roundNumber: round, totalBets: count, Stakes: stakes },
    ]);
    expect(data.totals).toMatchObject({ totalBets: count, Stakes: stakes, totalPl: stakes });
  }
});

test('the downline of an operator below is its own children only', async () => {
  const [own] = branches;
  const deep = own.people.find(({ username }) => username.startsWith('deep'));
  const { data } = await app.call(users.list, {
    token: own.admin.token,
    raw: { userId: String(deep?.id) },
  });
  expect(data.data.map((row) => row.username)).toEqual(['north-grandchild']);
});
