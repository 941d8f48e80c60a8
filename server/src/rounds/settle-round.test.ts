import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  markDeleted,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFlight, takeOff } from '../test/flights.ts';
import { makeGame, newRef, type TestGame } from '../test/game.ts';
import { snapshot } from '../test/snapshot.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;
let server: TestGame;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  server = await makeGame(app, root);
});

afterAll(() => app.close());

function settle(roundId: bigint, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return app.call(rounds.settle, { token: root.token, body: { roundId }, headers });
}

/** A round with one who leaves at 1.50 and one who does not; crashed, but not settled. */
async function makeUnsettled() {
  const [winner, loser] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const round = await server.open();
  await server.place(round, [
    { ref: newRef(), userId: winner.id, stake: 300n, autoCashout: 150 },
    { ref: newRef(), userId: loser.id, stake: 200n },
  ]);
  await server.start(round);
  expect(await server.crash(round, 400, false)).toBe(0);
  return { round, winner, loser };
}

test('what a crash left unsettled is settled, once, and a second time says so', async () => {
  const { round, winner, loser } = await makeUnsettled();
  expect(await balanceOf(app, root, winner)).toBe(700n);
  const first = await settle(round);
  expect(first.message).toBe('Round settlement completed successfully');
  expect(first.data).toEqual({ round, settled: 2, refunded: 0, held: 0 });
  const balances = [await balanceOf(app, root, winner), await balanceOf(app, root, loser)];
  expect(balances).toEqual([1_150n, 800n]);
  const before = await snapshot(app.db);
  const second = await settle(round);
  expect([second.status, second.message]).toEqual([
    200,
    `Nothing was left to settle in round ${round}.`,
  ]);
  expect(second.data).toEqual({ round, settled: 0, refunded: 0, held: 0 });
  expect(await snapshot(app.db)).toBe(before);
});

test('the transfers of a settlement name who asked for it, those of a crash nobody', async () => {
  const actorsOf = async (round: bigint) => {
    const { rows } = await sql<{ kind: string; actorId: bigint | null }>`
      select kind, actor_id as "actorId" from transfers
      where round_id = ${round} and kind <> 'stake' order by id`.execute(app.db);
    return rows.map(({ kind, actorId }) => [kind, actorId]);
  };
  const { round } = await makeUnsettled();
  await settle(round);
  expect(await actorsOf(round)).toEqual([['settlement', root.id]]);
  const { id: userId } = await makeUser(app, root, { balance: 100n });
  const crashed = await server.play([{ ref: newRef(), userId, stake: 100n }], 150);
  expect(await actorsOf(crashed)).toEqual([['settlement', null]]);
});

test('the same key settles once and answers the first answer again', async () => {
  const { round } = await makeUnsettled();
  const { round: other } = await makeUnsettled();
  const first = await settle(round, 'settle-once');
  const again = await settle(round, 'settle-once');
  expect(again.body).toEqual(first.body);
  expect(again.data.settled).toBe(2);
  expect((await settle(other, 'settle-once')).status).toBe(422);
  expect((await settle(other)).data.settled).toBe(2);
});

test('a round that is betting or flying is not settled', async () => {
  const round = await openFlight(app, 500);
  const before = await settle(round);
  expect([before.status, before.message]).toEqual([
    409,
    `Round ${round} is still betting: it settles when it has ended.`,
  ]);
  await takeOff(app, round, 200);
  const flying = await settle(round);
  expect([flying.status, flying.message]).toEqual([
    409,
    `Round ${round} is still flying: it settles when it has ended.`,
  ]);
});

test('only SUPER settles', async () => {
  const { round } = await makeUnsettled();
  const admin = await makeAdmin(app, root);
  const body = { roundId: round };
  const reply = await app.call(rounds.settle, { token: admin.token, body });
  expect([reply.status, reply.message]).toEqual([
    403,
    'You do not have permission to perform this action.',
  ]);
  expect((await settle(round)).data.settled).toBe(2);
});

test('what a void round still holds is given back', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const round = await server.open();
  await server.place(round, [{ ref: newRef(), userId: client.id, stake: 400n }]);
  // The calls refund as they void; this is what an operator finds if only one of both was done.
  await sql`update rounds set state = 'void', ended_at = now() where id = ${round}`.execute(app.db);
  expect(await balanceOf(app, root, client)).toBe(600n);
  const reply = await settle(round);
  expect(reply.message).toBe('Round settlement completed successfully');
  expect(reply.data).toEqual({ round, settled: 0, refunded: 1, held: 0 });
  expect(await balanceOf(app, root, client)).toBe(1_000n);
  expect((await settle(round)).message).toBe(`Nothing was left to settle in round ${round}.`);
});

test('a round in which nobody bet ends with nothing to settle', async () => {
  const round = await server.open();
  await server.call(game.startRound, { round });
  expect(await server.crash(round, 120)).toBe(0);
  expect((await settle(round)).data).toEqual({ round, settled: 0, refunded: 0, held: 0 });
});

test('bets of an account that was locked or deleted meanwhile still settle', async () => {
  const [locked, deleted] = [
    await makeUser(app, root, { balance: 1_000n }),
    await makeUser(app, root, { balance: 1_000n }),
  ];
  const round = await server.open();
  await server.place(
    round,
    [locked, deleted].map(({ id }) => ({
      ref: newRef(),
      userId: id,
      stake: 500n,
      autoCashout: 200,
    })),
  );
  await app.call(users.update, {
    token: root.token,
    params: { id: locked.id },
    body: { status: 'locked' },
  });
  await markDeleted(app, deleted);
  await server.start(round);
  expect(await server.crash(round, 200)).toBe(2);
  expect(await balanceOf(app, root, locked)).toBe(1_500n);
  await app.call(users.restore, { token: root.token, params: { id: deleted.id } });
  expect(await balanceOf(app, root, deleted)).toBe(1_500n);
});
