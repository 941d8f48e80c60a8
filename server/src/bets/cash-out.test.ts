import { bets } from '@pitboss/contract/bets';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { users } from '@pitboss/contract/users';
import { timeTo } from '@pitboss/engine/curve';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  setStatus,
  type TestPerson,
} from '@pitboss/testkit/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { crashRound, startRound, voidRound } from '../rounds/round-steps.ts';
import { atTime, land, openFlight, takeOff } from '../test/flights.ts';
import { makeGame } from '../test/game.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { actAs } from '../users/act-as.ts';
import { cashOutOwnBet } from './cash-out.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

/** A client with one bet of 10.00 in a round that crashes where it is told to. */
async function makeBet(crash: number, autoCashout?: number) {
  const round = await openFlight(app, crash);
  const client = await makeUser(app, root, { balance: 1_000n });
  const body = { stake: 1_000n, autoCashout };
  const { data } = await app.call(player.placeBet, { token: client.token, body });
  return { round, client, id: data._id };
}

function leave({ token }: TestPerson, id: bigint, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return app.call(player.cashOut, { token, params: { id }, headers });
}

/** Beside the calls, for one who is locked cannot ask. */
async function balanceOf({ id }: TestPerson): Promise<bigint> {
  const wallet = app.db.selectFrom('accounts').select('balance_minor').where('user_id', '=', id);
  return (await wallet.where('kind', '=', 'wallet').executeTakeFirstOrThrow()).balance_minor;
}

/** What the call is refused with; nothing may have changed by it. */
async function refusalOf(client: TestPerson, id: bigint) {
  const before = await snapshot(app.db);
  const { status, message } = await leave(client, id);
  expect(await snapshot(app.db)).toBe(before);
  return [status, message];
}

test('a bet leaves at the present multiplier and is paid at the crash', async () => {
  const { round, client, id } = await makeBet(900);
  await takeOff(app, round, 251);
  const reply = await leave(client, id);
  expect([reply.status, reply.message]).toEqual([200, 'Cashed out.']);
  expect(reply.data).toMatchObject({ _id: id, multiplier: 251, type: 'unsettled' });
  expect(reply.data.cashoutAmount).toBeUndefined();
  expect(await balanceOf(client)).toBe(0n);
  await land(app, round);
  expect(await balanceOf(client)).toBe(2_510n);
  const [bet] = (await app.call(player.listBets, { token: client.token })).data;
  expect(bet).toMatchObject({ type: 'settled', cashoutAmount: 2_510n, multiplier: 251 });
});

test('nobody leaves before the flight, nor in its first moment', async () => {
  const { round, client, id } = await makeBet(900);
  expect(await refusalOf(client, id)).toEqual([409, 'The round has not started to fly.']);
  await takeOff(app, round, 100);
  expect(await refusalOf(client, id)).toEqual([409, 'The round has only just started to fly.']);
});

test('a bet leaves once: asked again it stays where it left', async () => {
  const { round, client, id } = await makeBet(900);
  await takeOff(app, round, 150);
  await leave(client, id);
  expect(await refusalOf(client, id)).toEqual([409, 'This bet has cashed out already.']);
  await land(app, round);
  expect(await balanceOf(client)).toBe(1_500n);
});

test('the same key answers the same cash-out again', async () => {
  const { round, client, id } = await makeBet(900);
  await takeOff(app, round, 150);
  const first = await leave(client, id, 'leave-once');
  const again = await leave(client, id, 'leave-once');
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('the last moment to leave is the one before the drawn point', async () => {
  for (const [shown, status] of [
    [299, 200],
    [300, 409],
    [301, 409],
    [5_000, 409],
  ] as const) {
    const { round, client, id } = await makeBet(300);
    await takeOff(app, round, shown);
    // The round is not yet ended, as between the crash and the engine's next statement.
    const reply = await leave(client, id);
    expect([shown, reply.status]).toEqual([shown, status]);
    if (status === 409) expect(reply.message).toBe('Too late: the round has crashed.');
    await land(app, round);
    expect(await balanceOf(client)).toBe(status === 200 ? 2_990n : 0n);
  }
});

test.each([
  ['above its target it leaves at the target', { crash: 900, target: 150, shown: 320 }, 150],
  ['at its target it leaves at the target', { crash: 900, target: 150, shown: 150 }, 150],
  ['below its target it leaves where the flight is', { crash: 900, target: 250, shown: 180 }, 180],
  ['it reached its target before the crash', { crash: 300, target: 150, shown: 320 }, 150],
  ['a target at the drawn point is reached', { crash: 300, target: 300, shown: 300 }, 300],
])('an auto bet that is told to leave: %s', async (_what, { crash, target, shown }, left) => {
  const { round, client, id } = await makeBet(crash, target);
  await takeOff(app, round, shown);
  expect((await leave(client, id)).data.multiplier).toBe(left);
  await land(app, round);
  expect(await balanceOf(client)).toBe(BigInt(left) * 10n);
});

test('a target above the drawn point is never reached', async () => {
  const { round, client, id } = await makeBet(300, 301);
  await takeOff(app, round, 400);
  expect(await refusalOf(client, id)).toEqual([409, 'Too late: the round has crashed.']);
  await land(app, round);
  expect(await balanceOf(client)).toBe(0n);
});

test('an auto bet leaves by itself, exactly at its target', async () => {
  for (const [target, paid] of [
    [101, 1_010n],
    [299, 2_990n],
    [300, 3_000n],
    [301, 0n],
  ] as const) {
    const { round, client } = await makeBet(300, target);
    await takeOff(app, round, 200);
    await land(app, round);
    expect([target, await balanceOf(client)]).toEqual([target, paid]);
  }
});

test('after the end there is nothing to leave', async () => {
  const { round, client, id } = await makeBet(300);
  await takeOff(app, round, 200);
  await inTransaction(app.db, (tx) => crashRound(tx, round, 300));
  expect(await refusalOf(client, id)).toEqual([409, 'Too late: the round has crashed.']);
  const settled = await makeBet(300);
  await takeOff(app, settled.round, 200);
  await land(app, settled.round);
  expect(await refusalOf(settled.client, settled.id)).toEqual([409, 'This bet has ended.']);
});

async function takenOff(): Promise<bigint> {
  const round = await openFlight(app, 300);
  await takeOff(app, round, 200);
  return round;
}

test('a bet in a round of a game server leaves there', async () => {
  await land(app, await takenOff());
  const server = await makeGame(app, root);
  const round = await server.open();
  const client = await makeUser(app, root, { balance: 1_000n });
  const { data } = await app.call(player.placeBet, { token: client.token, body: { stake: 100n } });
  expect(data.round).toBe(round);
  await server.start(round);
  expect(await refusalOf(client, data._id)).toEqual([
    409,
    'This round is run by a game server: cash out there.',
  ]);
});

test('maintenance does not keep anybody in a round that is flying', async () => {
  const { round, client, id } = await makeBet(900);
  await takeOff(app, round, 200);
  const set = (isMaintenance: boolean) =>
    app.call(maintenance.set, { token: root.token, body: { isMaintenance } });
  await set(true);
  const reply = await leave(client, id);
  await set(false);
  expect([reply.status, reply.data.multiplier]).toEqual([200, 200]);
});

test('a suspended client takes out what it staked before, and its target still counts', async () => {
  const { round, client, id } = await makeBet(900, 400);
  await takeOff(app, round, 200);
  await setStatus(app, client, 'suspended');
  await land(app, round);
  expect(await balanceOf(client)).toBe(4_000n);
  const byHand = await makeBet(900);
  await takeOff(app, byHand.round, 200);
  await setStatus(app, byHand.client, 'suspended');
  expect((await leave(byHand.client, byHand.id)).data.multiplier).toBe(200);
  expect((await refusalOf(client, id))[0]).toBe(409);
});

test.each(['lock', 'delete'] as const)(
  'a %s in flight takes the whole branch out at the multiplier of the moment',
  async (how) => {
    const admin = await makeAdmin(app, root, { balance: 100_000n });
    const [flyer, early, gone] = await Promise.all(
      [1, 2, 3].map(() => makeUser(app, admin, { balance: 1_000n })),
    );
    const stranger = await makeUser(app, root, { balance: 1_000n });
    const round = await openFlight(app, 900);
    const place = async ({ token }: TestPerson, autoCashout?: number) =>
      (await app.call(player.placeBet, { token, raw: { stake: 10, autoCashout } })).data._id;
    for (const person of [flyer, early, gone, stranger] as TestPerson[]) {
      await place(person, person === early ? 1.5 : undefined);
    }
    const shutOut = () =>
      how === 'lock'
        ? app.call(users.update, { ...by(admin), raw: { status: 'locked' } })
        : app.call(users.remove, by(admin));
    const by = ({ id }: TestPerson) => ({ token: root.token, params: { id } });
    await takeOff(app, round, 200);
    const { status } = await shutOut();
    expect(status).toBe(200);
    await land(app, round);
    // Manual ones left at 2.00, the one with a target at its target, and others fly on and lose.
    const paid = await Promise.all([flyer, early, gone].map((one) => balanceOf(one as TestPerson)));
    expect([...paid, await balanceOf(stranger)]).toEqual([2_000n, 1_500n, 2_000n, 0n]);
  },
);

test('a lock before the flight gives the stakes back', async () => {
  const { round, client } = await makeBet(900);
  await app.call(users.update, {
    token: root.token,
    params: { id: client.id },
    raw: { status: 'locked' },
  });
  expect(await balanceOf(client)).toBe(1_000n);
  await takeOff(app, round, 200);
  await land(app, round);
  expect(await balanceOf(client)).toBe(1_000n);
});

test('a void round gives the stake back to one who had left, and shows no cash-out', async () => {
  const { round, client, id } = await makeBet(900);
  await takeOff(app, round, 500);
  await leave(client, id);
  await inTransaction(app.db, (tx) => voidRound(tx, round));
  expect(await balanceOf(client)).toBe(1_000n);
  const [own] = (await app.call(player.listBets, { token: client.token })).data;
  expect(own).toMatchObject({ type: 'void', stake: 1_000n });
  expect(own?.cashoutAmount).toBeUndefined();
  const raw = { userId: String(client.id), type: 'void' };
  const listed = await app.call(bets.listOfUser, { token: root.token, raw });
  expect(listed.data.data.data[0]).not.toHaveProperty('cashoutAmount');
  expect(listed.data.totals).toEqual({ totalStakes: 1_000n, totalCashoutAmount: 0n, totalPl: 0n });
});

test('the last multiplier that one may leave at by hand is the one below the crash', async () => {
  const round = await openFlight(app, 300);
  const one = await makeUser(app, root, { balance: 3_000n });
  const { token } = one;
  const bet = async (autoCashout?: number) =>
    (await app.call(player.placeBet, { token, body: { stake: 1_000n, autoCashout } })).data._id;
  const [first, second, auto] = [await bet(), await bet(), await bet(300)];
  const { flyingAt, doublingMs } = await inTransaction(app.db, (tx) => startRound(tx, round));
  const actor = await actAs(app.db, one.username);
  /** Leaves when the database's clock stands so long after take-off. */
  const leaveAfter = (ms: number, betId: bigint) =>
    atTime(app, new Date(Number(flyingAt) + ms), async (tx) => {
      return (await cashOutOwnBet(tx, actor, betId)).bet.cashoutHundredths;
    });
  const crashMs = timeTo(300, Number(doublingMs));
  // The moment of take-off is cut to milliseconds here, so it may be one too early.
  expect(await leaveAfter(crashMs - 1, first)).toBe(299);
  await expect(leaveAfter(crashMs + 1, second)).rejects.toThrow('Too late: the round has crashed.');
  expect(await leaveAfter(crashMs + 1, auto)).toBe(300);
  await land(app, round);
  expect(await balanceOf(one)).toBe(2_990n + 3_000n);
});
