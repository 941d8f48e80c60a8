import { auth } from '@pitboss/contract/auth';
import { maintenance } from '@pitboss/contract/maintenance';
import { notifications } from '@pitboss/contract/notifications';
import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import {
  makeAdmin,
  makeDeepAdmin,
  makeSuper,
  makeUser,
  type TestPerson,
} from '@pitboss/testkit/people';
import { password } from '@pitboss/testkit/super-sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { voidRound } from '../rounds/round-steps.ts';
import { askDeposit, askWithdrawal, cancel, decide, makeBank } from '../test/cashier.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { readLive } from '../test/live-reader.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { watchOnce } from './watch-platform.ts';

let app: TestApp;
let address: string;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  address = await app.http.listen({ port: 0 });
});

afterAll(() => app.close());

async function bellOf({ token }: TestPerson) {
  return (await app.call(notifications.list, { token })).data;
}

/** What somebody was called for, newest first, without the words of one kind of test. */
async function callsOf(person: TestPerson, kind: string) {
  return (await bellOf(person)).data.filter((one) => one.kind === kind);
}

async function branch() {
  const admin = await makeAdmin(app, root, { balance: 1_000_000n });
  const deep = await makeDeepAdmin(app, admin, 500_000n);
  const stranger = await makeAdmin(app, root);
  const client = await makeUser(app, deep, { balance: 200_000n });
  return { admin, deep, stranger, client };
}

test('a request calls the operator and those above, and nobody beside', async () => {
  const { admin, deep, stranger, client } = await branch();
  const asked = await askWithdrawal(app, client, 500n);
  const requestId = asked.data._id;
  const facts = { requestId, userId: client.id, username: client.username, type: 'withdraw' };
  const money = { amount: 500n, currency: 'USD' };
  expect((await callsOf(deep, 'request'))[0]?.facts).toEqual({ ...facts, ...money });
  expect(await callsOf(admin, 'request')).toEqual([]);
  for (const above of [admin, root]) {
    expect((await callsOf(above, 'requestBelow'))[0]?.facts).toMatchObject(facts);
  }
  expect((await bellOf(stranger)).data).toEqual([]);
  await decide(app, admin, requestId, 'failed');
  expect((await callsOf(deep, 'request')).map(({ isRead }) => isRead)).toEqual([true]);
  const second = await askWithdrawal(app, client, 600n);
  await cancel(app, client, second.data._id);
  expect((await bellOf(deep)).unread).toBe(0);
});

test('a demo account calls nobody', async () => {
  const admin = await makeAdmin(app, root, { balance: 10_000n });
  const toy = await makeUser(app, admin, { isDemo: true, balance: 1_000n });
  const asked = await askDeposit(app, toy, await makeBank(app, admin), 100n);
  expect(asked.status).toBe(201);
  expect((await bellOf(admin)).data).toEqual([]);
});

test('a win above the limit of an operator calls it, by its currency', async () => {
  const { admin, deep, stranger, client } = await branch();
  const limits = (limit: bigint) => ({ bigWins: [{ currency: 'USD' as const, limit }] });
  const set = await app.call(notifications.set, { token: admin.token, body: limits(5_000n) });
  expect(set.data.bigWins).toEqual([
    { currency: 'USD', limit: 5_000n },
    { currency: 'INR', limit: 10_000_000n },
    { currency: 'PKR', limit: 25_000_000n },
  ]);
  await app.call(notifications.set, { token: deep.token, body: limits(10_001n) });
  const round = await openFlight(app, 1_000);
  const bet = { stake: 10_000n, autoCashout: 200 };
  await app.call(player.placeBet, { token: client.token, body: bet });
  await takeOff(app, round, 300);
  await land(app, round);
  const [win] = await callsOf(admin, 'bigWin');
  expect(win?.facts).toEqual({
    userId: client.id,
    username: client.username,
    round,
    amount: 10_000n,
    currency: 'USD',
  });
  for (const one of [deep, stranger, root]) expect(await callsOf(one, 'bigWin')).toEqual([]);
});

test('what is muted does not call, and is a setting of its own person', async () => {
  const { admin, deep, client } = await branch();
  const body = { muted: ['requestBelow' as const], hasSound: true };
  const { data } = await app.call(notifications.set, { token: admin.token, body });
  expect(data).toMatchObject(body);
  await askWithdrawal(app, client, 500n);
  expect((await bellOf(admin)).data).toEqual([]);
  expect(await callsOf(deep, 'request')).toHaveLength(1);
  const others = await app.call(notifications.settings, { token: deep.token });
  expect(others.data).toMatchObject({ muted: [], hasSound: false });
});

test('read is kept for each person, and nobody reads for another', async () => {
  const { admin, deep, client } = await branch();
  for (const amount of [500n, 600n, 700n]) await askWithdrawal(app, client, amount);
  const [newest, , oldest] = (await bellOf(deep)).data.map(({ _id }) => _id) as [
    bigint,
    ...bigint[],
  ];
  const read = (person: TestPerson, body: { ids?: bigint[]; upTo?: bigint }) =>
    app.call(notifications.read, { token: person.token, body });
  expect((await read(admin, { ids: [newest] })).data).toEqual({ unread: 3 });
  expect((await read(deep, { ids: [oldest ?? 0n] })).data).toEqual({ unread: 2 });
  expect((await bellOf(admin)).unread).toBe(3);
  expect((await read(deep, { upTo: newest })).data).toEqual({ unread: 0 });
  const before = await app.call(notifications.list, {
    token: deep.token,
    body: { limit: 1, before: newest },
  });
  expect(before.data.data).toHaveLength(1);
});

test('a round that was void or not wholly settled calls SUPER', async () => {
  const { admin, client } = await branch();
  const round = await openFlight(app, 1_000);
  await app.call(player.placeBet, { token: client.token, body: { stake: 100n } });
  await inTransaction(app.db, (tx) => voidRound(tx, round));
  const [call] = await callsOf(root, 'round');
  expect(call?.facts).toEqual({ round, bets: 1, detail: 'void' });
  expect(await callsOf(admin, 'round')).toEqual([]);
  const again = { token: root.token, body: { roundId: round } };
  expect((await app.call(rounds.settle, again)).status).toBe(200);
  expect(await callsOf(root, 'round')).toHaveLength(1);
});

test('a sign-in from another browser is told to the account', async () => {
  const admin = await makeAdmin(app, root);
  const body = { username: admin.username, password };
  const enter = (agent: string) => app.call(auth.login, { body, headers: { 'user-agent': agent } });
  await sql`update sessions set agent = 'Known' where user_id = ${admin.id}`.execute(app.db);
  expect((await enter('Known')).status).toBe(200);
  expect(await callsOf(admin, 'signIn')).toEqual([]);
  expect((await enter('Unknown')).status).toBe(200);
  expect((await callsOf(admin, 'signIn')).map(({ facts }) => facts.agent)).toEqual(['Unknown']);
  expect((await enter('Unknown')).status).toBe(200);
  expect(await callsOf(admin, 'signIn')).toHaveLength(1);
});

test('tries that are refused again and again are told once', async () => {
  const admin = await makeAdmin(app, root);
  const body = { username: admin.username, password: 'Wrong-horse-1' };
  let last = 0;
  for (let tries = 0; tries < 30 && last !== 429; tries++) {
    last = (await app.call(auth.login, { body })).status;
  }
  expect(last).toBe(429);
  await app.call(auth.login, { body });
  expect(await callsOf(admin, 'refused')).toHaveLength(1);
  const told = await callsOf(root, 'refused');
  expect(told.map(({ facts }) => facts.username)).toEqual([admin.username]);
});

test('maintenance is told to everybody but the one who switched it', async () => {
  const admin = await makeAdmin(app, root);
  const on = { isMaintenance: true, reason: 'New cards' };
  for (const body of [on, on, { isMaintenance: false }]) {
    await app.call(maintenance.set, { token: root.token, body });
  }
  const told = (await callsOf(admin, 'maintenance')).map(({ facts }) => facts);
  const by = { username: root.username };
  expect(told).toEqual([
    { isOn: false, ...by },
    { isOn: true, detail: 'New cards', ...by },
  ]);
  expect(await callsOf(root, 'maintenance')).toEqual([]);
});

test('what an administrator must act on calls SUPER when it begins, and again after it ended', async () => {
  const watched = { dataDir: undefined, isReplicaAway: () => true };
  for (let looks = 0; looks < 2; looks++) await watchOnce(app.db, watched);
  const [trouble, ...more] = await callsOf(root, 'platform');
  expect([trouble?.facts.trouble, more]).toEqual(['standby', []]);
  await watchOnce(app.db, { ...watched, isReplicaAway: () => false });
  await sql`update notifications set key = key || ' before' where kind = 'platform'`.execute(
    app.db,
  );
  await watchOnce(app.db, watched);
  expect(await callsOf(root, 'platform')).toHaveLength(2);
});

test('a panel hears of each once, and after a cut of those that it missed', async () => {
  const { deep, client } = await branch();
  const { token } = deep;
  const panel = await readLive(address, { token });
  onTestFinished(() => panel.leave());
  await panel.until(({ unread }) => unread === 0);
  await askWithdrawal(app, client, 500n);
  await panel.until(({ unread, notifications: told }) => unread === 1 && told?.length === 1);
  panel.leave();
  await panel.ended;
  await askWithdrawal(app, client, 600n);
  await askWithdrawal(app, client, 700n);
  const again = await readLive(address, { token, lastEventId: panel.lastEventId });
  onTestFinished(() => again.leave());
  await again.until(({ unread }) => unread === 3);
  await askWithdrawal(app, client, 800n);
  await again.until(({ unread }) => unread === 4);
  const ids = (await bellOf(deep)).data.map(({ _id }) => _id).reverse();
  const heard = [...panel.told, ...again.told];
  expect([...new Set(heard)]).toEqual(ids);
  expect(new Set(again.told).size).toBe(again.told.length);
});
