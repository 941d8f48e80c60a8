import { auth } from '@pitboss/contract/auth';
import { cashRequests } from '@pitboss/contract/cash-requests';
import { game } from '@pitboss/contract/game';
import { maintenance } from '@pitboss/contract/maintenance';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRequest } from './cashier.ts';
import { makeGame, newRef, type TestGame } from './game.ts';
import { type Reply, type TestApp, testApp } from './test-app.ts';

/**
 * Many calls are in flight when somebody takes away their right. A call is late when its event
 * stands behind that of the change: the change was done, and it was written all the same.
 */
let app: TestApp;
let root: TestPerson;
let server: TestGame;
let round: bigint;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app, 100_000_000n);
  server = await makeGame(app, root);
  round = await server.open();
});

afterAll(() => app.close());

interface Load {
  /** How the calls stand in the record: who made them, or which of their effects to count. */
  late: (afterEvent: bigint) => Promise<number>;
  call: (turn: number) => Promise<Reply>;
  change: () => Promise<Reply>;
  /** Of the event by which the change is known. */
  action: string;
}

/** Keeps so many calls in flight until some time after the change was answered. */
async function race(inFlight: number, load: Load) {
  let isOver = false;
  let turn = 0;
  let done = 0;
  const workers = Array.from({ length: inFlight }, async () => {
    while (!isOver) {
      const reply = await load.call(turn++);
      const { accepted = 1 } = (reply.body.data ?? {}) as { accepted?: number };
      if (reply.status < 300) done += accepted;
    }
  });
  await expect.poll(() => done, { interval: 1 }).toBeGreaterThan(inFlight);
  const changed = await load.change();
  expect(changed.status).toBe(200);
  const answeredTurn = turn;
  const enough = answeredTurn + inFlight;
  await expect.poll(() => turn, { interval: 1 }).toBeGreaterThan(enough);
  isOver = true;
  await Promise.all(workers);
  const { rows } = await sql<{ id: bigint }>`
    select max(id) as id from audit_events where action = ${load.action} and outcome = 'done'`.execute(
    app.db,
  );
  return { done, late: await load.late(rows[0]?.id ?? 0n) };
}

const eventsOf = (actor: TestPerson, action: string) => async (afterEvent: bigint) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_events
    where actor_id = ${actor.id} and action = ${action} and outcome = 'done'
      and id > ${afterEvent}`.execute(app.db);
  return rows[0]?.count ?? 0;
};

/** Bets whose call stands behind the change in the record. */
const acceptedAfter = async (afterEvent: bigint) => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum((after ->> 'accepted')::int), 0)::int as count from audit_events
    where action = 'game.placeBets' and outcome = 'done' and id > ${afterEvent}`.execute(app.db);
  return rows[0]?.count ?? 0;
};

function say(what: string, { done, late }: { done: number; late: number }): void {
  process.stdout.write(`${what}: ${late} late of ${done}\n`);
  expect({ what, late }).toEqual({ what, late: 0 });
}

const update = (id: bigint, raw: object) => () =>
  app.call(users.update, { token: root.token, params: { id }, raw }) as Promise<Reply>;

async function depositing() {
  const operator = await makeAdmin(app, root, { balance: 100_000_000n });
  const clients = await Promise.all(Array.from({ length: 8 }, () => makeUser(app, operator)));
  const call = (turn: number) =>
    app.call(transactions.deposit, {
      token: operator.token,
      params: { id: clients[turn % clients.length]?.id ?? 0n },
      raw: { amount: 1 },
    }) as Promise<Reply>;
  return { operator, call, late: eventsOf(operator, 'transactions.deposit') };
}

test('an operator is locked while it deposits', async () => {
  const { operator, ...load } = await depositing();
  const change = update(operator.id, { status: 'locked' });
  say('operator locked, deposits', await race(60, { ...load, change, action: 'users.update' }));
});

test('an operator is deleted while it deposits', async () => {
  const { operator, ...load } = await depositing();
  const change = () =>
    app.call(users.remove, { token: root.token, params: { id: operator.id } }) as Promise<Reply>;
  say('operator deleted, deposits', await race(60, { ...load, change, action: 'users.remove' }));
});

test('an operator signs out while it deposits', async () => {
  const { operator, ...load } = await depositing();
  const change = () => app.call(auth.logout, { token: operator.token }) as Promise<Reply>;
  say('operator logged out, deposits', await race(24, { ...load, change, action: 'auth.logout' }));
});

test('an operator is locked while it approves', async () => {
  const operator = await makeAdmin(app, root, { balance: 100_000_000n });
  const requests: bigint[] = [];
  for (let index = 0; index < 80; index++) {
    const client = await makeUser(app, operator, { balance: 10_000n });
    for (let each = 0; each < 5; each++) requests.push(await makeRequest(app, client));
  }
  const call = (turn: number) =>
    app.call(cashRequests.resolve, {
      token: operator.token,
      raw: { reqId: String(requests[turn % requests.length]), status: 'success' },
    }) as Promise<Reply>;
  const change = update(operator.id, { status: 'locked' });
  const late = eventsOf(operator, 'cash-requests.resolve');
  const load = { call, change, late, action: 'users.update' };
  say('operator locked, approvals', await race(24, load));
});

async function betting() {
  const operator = await makeAdmin(app, root, { balance: 100_000_000n });
  const client = await makeUser(app, operator, { balance: 10_000_000n });
  const call = () =>
    server.call(game.placeBets, {
      round,
      raw: { bets: [{ ref: newRef(), userId: String(client.id), stake: 1 }] },
    }) as Promise<Reply>;
  return { operator, client, call, late: acceptedAfter };
}

test('a client is suspended while a game server bets for it', async () => {
  const { operator, client, ...load } = await betting();
  const change = () =>
    app.call(users.update, {
      token: operator.token,
      params: { id: client.id },
      raw: { status: 'suspended' },
    }) as Promise<Reply>;
  say('client suspended, game bets', await race(24, { ...load, change, action: 'users.update' }));
});

test('maintenance begins while a game server bets', async () => {
  const { operator: _, client: __, ...load } = await betting();
  const change = () =>
    app.call(maintenance.set, {
      token: root.token,
      raw: { isMaintenance: true },
    }) as Promise<Reply>;
  say('maintenance on, game bets', await race(24, { ...load, change, action: 'maintenance.set' }));
});
