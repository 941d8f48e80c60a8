import { bets } from '@pitboss/contract/bets';
import { reports } from '@pitboss/contract/reports';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets } from '../bets/place-bets.ts';
import { inTransaction } from '../db/transaction.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { makeGame, newRef } from '../test/game.ts';
import { usualRules } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;
let inr: TestPerson;
let roundId: bigint;

/** Names of which one is the beginning of others and a part of more. */
const names = ['xpla', 'play', 'play2', 'replay', 'player', 'PLA', 'odd'];

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  const { keyId: serviceKeyId } = await makeGame(app, root);
  admin = await makeAdmin(app, root, { username: 'anna', balance: 1_000_000n });
  inr = await makeAdmin(app, root, { username: 'indira', balance: 1_000_000n, currency: 'INR' });
  const players: TestPerson[] = [];
  for (const username of names) {
    players.push(await makeUser(app, admin, { username, name: 'Somebody', balance: 10_000n }));
  }
  players.push(await makeUser(app, inr, { username: 'playinr', balance: 10_000n }));
  await makeUser(app, admin, { username: 'quiet', status: 'locked', isDemo: true });
  roundId = await inTransaction(app.db, async (tx) => {
    const terms = { source: 'game', serviceKeyId, ref: newRef() } as const;
    const { id } = await openRound(tx, terms, usualRules);
    const wanted = players.map(({ id: userId }) => {
      return { ref: newRef(), userId, stakeMinor: 100n, autoHundredths: 150 };
    });
    await placeBets(tx, id, { actorId: null, serviceKeyId }, wanted);
    await startRound(tx, id);
    await crashRound(tx, id, 200);
    await settleRound(tx, id, null);
    return id;
  });
});

afterAll(() => app.close());

async function find(by: TestPerson, raw: object) {
  return (await app.call(users.list, { token: by.token, raw })).data;
}

async function namesFound(raw: object): Promise<string[]> {
  return (await find(admin, raw)).data.map(({ username }) => username);
}

const byName = [{ column: 1, dir: 'asc' }];
const ranked = ['PLA', 'play', 'play2', 'player', 'replay', 'xpla'];

test('the name itself stands first, then what begins with it, then the rest in order', async () => {
  const search = { value: 'pla' };
  expect(await namesFound({ search, order: byName })).toEqual(ranked);
  const newest = ['PLA', 'player', 'play2', 'play', 'replay', 'xpla'];
  expect(await namesFound({ search })).toEqual(newest);
  // Two letters are looked for in another way.
  expect((await namesFound({ search: { value: 'pl' }, order: byName }))[0]).toBe('PLA');
});

test('pages of what was found hold every row once, whatever their length', async () => {
  const search = { value: 'pla' };
  for (const length of [1, 2, 3, 4, 5, 6, 7]) {
    const pages: string[] = [];
    for (let start = 0; start < ranked.length; start += length) {
      const page = await find(admin, { search, order: byName, start, length });
      expect(page.recordsFiltered).toBe(ranked.length);
      pages.push(...page.data.map(({ username }) => username));
    }
    expect(pages).toEqual(ranked);
  }
  const beyond = await find(admin, { search, start: 6, length: 10 });
  expect(beyond).toMatchObject({ data: [], recordsFiltered: ranked.length });
});

test('bets and entries of the account with that very name stand first', async () => {
  const search = { value: 'PLAY' };
  const token = admin.token;
  const placed = await app.call(bets.list, { token, raw: { search, length: 3 } });
  const owners = placed.data.data.data.map(({ user }) => user.username);
  expect(owners[0]).toBe('play');
  expect(owners.slice(1).every((name) => name.startsWith('play'))).toBe(true);
  expect(placed.data.data.recordsFiltered).toBe(4);
  expect(placed.data.totals.totalStakes).toBe(400n);
  const raw = { search, length: 100 };
  const { data } = (await app.call(transactions.listStatement, { token, raw })).data;
  const written = data.map(({ username }) => username);
  // Cash, a stake and a payout of each.
  expect(written.slice(0, 3)).toEqual(['play', 'play', 'play']);
  expect(written).toHaveLength(12);
  expect(written.slice(9)).toEqual(['replay', 'replay', 'replay']);
});

test('clients are filtered by what they are, together with the words', async () => {
  expect(await namesFound({ status: 'locked' })).toEqual(['quiet']);
  expect(await namesFound({ isDemo: 'true' })).toEqual(['quiet']);
  expect(await namesFound({ isDemo: false, search: { value: 'quiet' } })).toEqual([]);
  const raw = { role: 'ADMIN', currency: 'INR' };
  expect((await find(root, raw)).data.map(({ username }) => username)).toEqual(['indira']);
  const none = await find(root, { role: 'USER' });
  expect([none.data, none.recordsFiltered]).toEqual([[], 0]);
  // As a form sends what nobody chose.
  const blank = { status: '', role: '', currency: '', isDemo: '' };
  expect((await find(admin, blank)).recordsFiltered).toBe(names.length + 1);
});

test('whom a search finds further down is named with whose client it is', async () => {
  const { data, below } = await find(root, { search: { value: 'play' } });
  expect(data).toEqual([]);
  expect(below?.count).toBe(5);
  expect(below?.people[0]).toMatchObject({ username: 'play', parentName: 'anna' });
  expect(below?.people[0]?.parentId).toBe(admin.id);
  expect(below?.people).toHaveLength(3);
  // Nobody of another branch.
  expect((await find(inr, { search: { value: 'play2' } })).below).toEqual({ count: 0, people: [] });
  expect((await find(root, { search: { value: '' } })).below).toBeUndefined();
});

test('of a crowd further down the best are named, and no more than a hundred counted', async () => {
  for (let n = 1; n <= 100; n += 1) await makeUser(app, admin, { username: `incrowd${n}` });
  for (const username of ['crowded', 'crowd']) await makeUser(app, inr, { username });
  const { below } = await find(root, { search: { value: 'crowd' } });
  expect(below?.count).toBe(100);
  const [first, second, third] = below?.people.map(({ username }) => username) ?? [];
  expect([first, second]).toEqual(['crowd', 'crowded']);
  expect(third).toMatch(/^incrowd\d+$/);
});

test('a search in one currency names the others in which it finds something', async () => {
  const { token } = root;
  const raw = { search: { value: 'play' } };
  const placed = await app.call(bets.list, { token, raw });
  expect(placed.data.elsewhere).toEqual(['INR']);
  const written = await app.call(transactions.listStatement, { token, raw });
  expect(written.data.elsewhere).toEqual(['INR']);
  const there = await app.call(bets.list, { token, raw: { ...raw, currency: 'INR' } });
  expect(there.data.elsewhere).toEqual(['USD']);
  const later = { startDate: '2099-01-01T00:00:00Z' };
  expect((await app.call(bets.list, { token, raw: { ...raw, ...later } })).data.elsewhere).toEqual(
    [],
  );
  const played = { search: { value: String(roundId) } };
  const settled = await app.call(reports.roundPl, { token, raw: played });
  expect(settled.data.elsewhere).toEqual(['INR']);
  const own = await app.call(bets.list, { token: admin.token, raw });
  expect(own.data.elsewhere).toEqual([]);
});

test('an entry is cash, a stake or a payout, and a statement shows cash alone', async () => {
  const { token } = admin;
  const search = { value: 'play2' };
  const whole = await app.call(transactions.listStatement, { token, raw: { search } });
  expect(whole.data.data.map(({ kind }) => kind)).toEqual(['payout', 'stake', 'cash']);
  const cash = await app.call(transactions.listStatement, {
    token,
    raw: { kind: 'cash', length: 100 },
  });
  expect(new Set(cash.data.data.map(({ kind }) => kind))).toEqual(new Set(['cash']));
  expect(cash.data.recordsTotal).toBe(cash.data.data.length);
  const deposits = cash.data.data.reduce((sum, row) => sum + row.deposit, 0n);
  const withdrawals = cash.data.data.reduce((sum, row) => sum + row.withdraw, 0n);
  expect(cash.data.totals).toEqual({ deposit: deposits, withdraw: withdrawals });
  const one = await app.call(transactions.listStatement, {
    token,
    raw: { kind: 'cash', search },
  });
  expect(one.data.data.map(({ deposit }) => deposit)).toEqual([10_000n]);
});

test('a bet says where its round crashed', async () => {
  const raw = { search: { value: 'play2' } };
  const { data } = (await app.call(bets.list, { token: admin.token, raw })).data;
  expect(data.data[0]).toMatchObject({ crash: 200, multiplier: 150 });
});
