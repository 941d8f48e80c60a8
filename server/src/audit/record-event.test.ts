import { idIn } from '@pitboss/contract/about';
import { all } from '@pitboss/contract/all';
import { auth } from '@pitboss/contract/auth';
import type { Endpoint } from '@pitboss/contract/endpoint';
import { player } from '@pitboss/contract/player';
import { support } from '@pitboss/contract/support';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../auth/sessions.ts';
import { makeOwn } from '../test/own-resources.ts';
import { isPlayers, newUser, sampleRequest, wantsDeleted } from '../test/sample-requests.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  admin = await makeAdmin(app, root, { balance: 100_000n });
});

afterAll(() => app.close());

async function lastEventId(): Promise<bigint> {
  const row = await app.db
    .selectFrom('audit_events')
    .select((is) => is.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0n;
}

function eventsSince(id: bigint) {
  return app.db.selectFrom('audit_events').selectAll().where('id', '>', id).orderBy('id').execute();
}

const headers = { 'x-forwarded-for': '203.0.113.9' };

/** Who the record says it was: a person, or a game server by the name of its key. */
async function callerOf(endpoint: Endpoint, person: TestPerson) {
  if (endpoint.allow !== 'services') {
    const actor_role = isPlayers(endpoint) ? 'USER' : 'SUPER';
    return { actor_id: person.id, actor_name: person.username, actor_role };
  }
  const newest = app.db.selectFrom('service_keys').select('name').orderBy('id', 'desc').limit(1);
  const { name } = await newest.executeTakeFirstOrThrow();
  return { actor_id: null, actor_name: `service key ${name}`, actor_role: null };
}

/** Makes the call as SUPER on a client of its own, or as that client; it can be spoilt. */
async function make(endpoint: Endpoint, change: object = {}) {
  const target = await makeUser(app, root, { balance: 5_000n });
  if (wantsDeleted.has(endpoint.name)) {
    await app.call(users.remove, { token: root.token, params: { id: target.id } });
  }
  const sample = await sampleRequest(app, endpoint.name, { actor: root, target });
  const { params, raw } = sample;
  const person = isPlayers(endpoint) ? target : root;
  const caller = await callerOf(endpoint, person);
  const own = await ownOf(endpoint, person);
  const since = await lastEventId();
  const reply = await app.call(endpoint, {
    token: person.token,
    ...sample,
    raw: { ...raw, ...change },
    headers: { ...sample.headers, ...headers },
  });
  // Some of these calls end the session that made them.
  root = { ...root, token: await openTestSession(app, root.id) };
  const told = { params, body: raw, answer: reply.body.data };
  return {
    reply,
    caller,
    target: own ?? idIn(endpoint.about, told),
    events: await eventsSince(since),
  };
}

/** The account or the session of the caller, where the call is about that. */
async function ownOf({ about }: Endpoint, { id, token }: TestPerson) {
  if (about.id !== 'caller') return undefined;
  if (about.kind === 'user') return id;
  const used = app.db.selectFrom('sessions').where('token_hash', '=', hashToken(token));
  return (await used.select('id').executeTakeFirstOrThrow()).id;
}

const writes = all.filter((endpoint) => endpoint.effect !== 'read');

test.each(writes)(
  '$name leaves one event that says who did what, from where, on whom',
  async (endpoint) => {
    const { reply, caller, target, events } = await make(endpoint);
    expect([reply.status, events.length]).toEqual([endpoint.successStatus, 1]);
    const [event] = events;
    expect(event).toMatchObject({
      ...caller,
      address: '203.0.113.9',
      request_id: reply.headers['x-request-id'],
      action: endpoint.name,
      outcome: 'done',
      target_kind: endpoint.about.kind,
    });
    if (endpoint.about.id !== 'none') expect(String(event?.target_id)).toBe(String(target));
    expect(Math.abs((event?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  },
);

const isSignIn = ({ name }: Endpoint) => name.endsWith('.login');

test.each(writes.filter((endpoint) => !isSignIn(endpoint)))(
  '$name leaves one event when it is refused',
  async (endpoint) => {
    const { reply, caller, target, events } = await make(endpoint, { surprise: 1 });
    expect(reply.status).toBe(400);
    expect(events).toMatchObject([
      {
        ...caller,
        address: '203.0.113.9',
        action: endpoint.name,
        outcome: 'refused',
        message: reply.message,
        target_kind: target ? endpoint.about.kind : null,
        target_id: target ? BigInt(String(target)) : null,
      },
    ]);
  },
);

test('a call through the wrong door is recorded as refused', async () => {
  const client = await makeUser(app, root, { balance: 5_000n });
  const since = await lastEventId();
  await app.call(auth.logout, { token: client.token });
  await app.call(player.logout, { token: admin.token });
  expect(await eventsSince(since)).toMatchObject([
    { action: 'auth.logout', outcome: 'refused', actor_id: client.id, actor_role: 'USER' },
    { action: 'player.logout', outcome: 'refused', actor_id: admin.id, actor_role: 'ADMIN' },
  ]);
});

test('a delete that is refused is recorded with the one it was meant for', async () => {
  const since = await lastEventId();
  await app.call(users.remove, { token: admin.token, params: { id: root.id } });
  expect(await eventsSince(since)).toMatchObject([
    { action: 'users.remove', outcome: 'refused', target_id: root.id, actor_id: admin.id },
  ]);
});

test('a support entry of another is not removed, and the try is recorded with it', async () => {
  const id = await makeOwn(app, 'support', root);
  const since = await lastEventId();
  await app.call(support.remove, { token: admin.token, params: { id } });
  expect(await eventsSince(since)).toMatchObject([
    { action: 'support.remove', outcome: 'refused', target_kind: 'support', target_id: id },
  ]);
});

test('an edit is kept with the values before and after', async () => {
  const target = await makeUser(app, root);
  const since = await lastEventId();
  await app.call(users.update, {
    token: root.token,
    params: { id: target.id },
    body: { name: 'After', status: 'locked' },
  });
  const [event] = await eventsSince(since);
  expect(event?.before).toMatchObject({ name: `Name of ${target.username}`, status: 'active' });
  expect(event?.after).toMatchObject({ name: 'After', status: 'locked' });
});

test('a money move is kept with its transfer, amount and balance', async () => {
  const target = await makeUser(app, root);
  const since = await lastEventId();
  const { data } = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: target.id },
    body: { amount: 1_234n, remarks: 'why' },
  });
  const [event] = await eventsSince(since);
  expect(event?.after).toMatchObject({
    transferId: String(data.transactionId),
    amountMinor: '1234',
    balanceMinor: '1234',
    remarks: 'why',
  });
});

test('a change that does not happen leaves no event that says it did', async () => {
  const poor = await makeAdmin(app, root);
  const client = await makeUser(app, poor);
  const since = await lastEventId();
  await app.call(transactions.deposit, {
    token: poor.token,
    params: { id: client.id },
    body: { amount: 100n },
  });
  await app.call(users.add, { token: poor.token, raw: { ...newUser(), balance: 5 } });
  const events = await eventsSince(since);
  expect(events.map((event) => event.outcome)).toEqual(['refused', 'refused']);
});

test('an event stands or falls with its change', async () => {
  const client = await makeUser(app, root);
  const since = await lastEventId();
  // What comes last in the transaction, after the event, fails.
  await sql`alter table idempotency_keys rename column kept to gone`.execute(app.db);
  const reply = await app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { amount: 100n },
    headers: { 'idempotency-key': 'falls' },
  });
  await sql`alter table idempotency_keys rename column gone to kept`.execute(app.db);
  expect([reply.status, await eventsSince(since)]).toEqual([500, []]);
});

test('the same call with the same key is one change and one event', async () => {
  const client = await makeUser(app, root);
  const since = await lastEventId();
  for (let round = 0; round < 3; round++) {
    await app.call(transactions.deposit, {
      token: root.token,
      params: { id: client.id },
      body: { amount: 100n },
      headers: { 'idempotency-key': 'one-event' },
    });
  }
  expect(await eventsSince(since)).toHaveLength(1);
});

test('none is lost when many change at the same time', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => makeUser(app, root)));
  const since = await lastEventId();
  await Promise.all(
    clients.flatMap(({ id }) =>
      [1_000n, 10n ** 13n].map((amount) =>
        app.call(transactions.deposit, { token: root.token, params: { id }, body: { amount } }),
      ),
    ),
  );
  const outcomes = (await eventsSince(since)).map((event) => event.outcome).sort();
  expect(outcomes).toEqual([...Array(10).fill('done'), ...Array(10).fill('refused')]);
});

test.each([auth.login, player.login])(
  'every try at $name is kept, with the account that was tried, and no other word that was typed',
  async (endpoint) => {
    const client = await makeUser(app, root);
    const operator = await makeAdmin(app, root);
    const since = await lastEventId();
    const names = ['no-such-person', operator.username, client.username];
    for (const username of names) {
      await app.call(endpoint, { body: { username, password: 'Wrong-horse-1' }, headers });
    }
    expect(await eventsSince(since)).toMatchObject(
      [null, operator, client].map((tried) => ({
        actor_name: tried?.username ?? '(unknown name)',
        target_id: tried?.id ?? null,
        actor_id: null,
        action: endpoint.name,
        outcome: 'refused',
        address: '203.0.113.9',
        message: 'Invalid username or password.',
      })),
    );
  },
);

test('no password, hash or token is kept with any event', async () => {
  const secrets = ['Secret-one-11', 'Secret-two-22', 'Secret-three-33', 'Secret-four-44'] as const;
  const [first, second, third, wrong] = secrets;
  const username = `keeper${Date.now()}`;
  const { token } = root;
  const raw = { ...newUser(), username, role: 'ADMIN', password: first };
  const { _id } = (await app.call(users.add, { token, raw })).data;
  await app.call(users.add, { token, raw: { ...raw, password: wrong } });
  await app.call(auth.login, { body: { username, password: wrong } });
  const signedIn = await app.call(auth.login, { body: { username, password: first } });
  const own = { token: signedIn.data.token };
  const change = users.changePasswordByUser;
  await app.call(change, { ...own, body: { currentPassword: wrong, newPassword: second } });
  await app.call(change, { ...own, body: { currentPassword: first, newPassword: second } });
  const byParent = { userId: String(_id), parentPassword: 'Correct-horse-1', newPassword: third };
  await app.call(users.changePasswordByParent, { token, raw: byParent });
  await app.call(users.changePasswordByParent, { token, raw: { ...byParent, surprise: wrong } });

  const { rows } = await sql<{ text: string }>`
    select to_jsonb(e)::text as text from audit_events e
    union all select k::text from idempotency_keys k
    union all select f::text from sign_in_failures f`.execute(app.db);
  const kept = rows.map((row) => row.text).join('\n');
  expect(kept).toContain(username);
  const hidden = [...secrets, 'Correct-horse-1', 'argon2', own.token, token];
  for (const secret of hidden) expect(kept).not.toContain(secret);
});
