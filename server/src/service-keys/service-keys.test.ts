import { createHash } from 'node:crypto';
import { game } from '@pitboss/contract/game';
import { rounds } from '@pitboss/contract/rounds';
import { serviceKeys } from '@pitboss/contract/service-keys';
import { users } from '@pitboss/contract/users';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRef } from '../test/game.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';

let app: TestApp;
let root: TestPerson;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
});

afterAll(() => app.close());

function add(name: unknown) {
  return app.call(serviceKeys.add, { token: root.token, raw: { name } });
}

const list = () => app.call(serviceKeys.list, { token: root.token });
const remove = (id: bigint) => app.call(serviceKeys.remove, { token: root.token, params: { id } });

function open(headers: Record<string, string>, ref = newRef()) {
  return app.call(game.openRound, { body: { ref }, headers });
}

test('a key is shown once, when it is made, and works immediately', async () => {
  const made = await add('Table one');
  expect([made.status, made.message]).toEqual([201, 'Service key made. It is shown only now.']);
  const { key, ...rest } = made.data;
  expect(key).toMatch(/^pbk_[\w-]{43}$/);
  expect((await open({ 'x-service-key': key })).status).toBe(201);
  const listed = await list();
  expect(listed.data[0]).toEqual({ ...rest, revokedAt: null });
  expect(JSON.stringify(listed.body)).not.toContain(key);
});

test('nothing in the database holds a key, only its hash', async () => {
  const { key, _id } = (await add('Kept as a hash')).data;
  await open({ 'x-service-key': key });
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where strpos(to_jsonb(t)::text, ${key}) > 0`.execute(
      app.db,
    );
    expect([name, rows]).toEqual([name, []]);
  }
  const stored = app.db.selectFrom('service_keys').select('key_hash').where('id', '=', _id);
  const { key_hash: hash } = await stored.executeTakeFirstOrThrow();
  expect(hash.toString('hex')).toBe(createHash('sha256').update(key).digest('hex'));
});

test('a revoked key is refused immediately, and its name stays in the list', async () => {
  const { key, _id } = (await add('Short-lived')).data;
  const headers = { 'x-service-key': key };
  expect((await open(headers)).status).toBe(201);
  const reply = await remove(_id);
  expect([reply.status, reply.message]).toEqual([200, 'Service key revoked.']);
  const refused = await open(headers);
  expect([refused.status, refused.message]).toEqual([
    401,
    'Send a valid service key as X-Service-Key.',
  ]);
  const row = (await list()).data.find((one) => one._id === _id);
  expect([row?.name, row?.revokedAt]).toEqual(['Short-lived', expect.any(Date)]);
  const again = await remove(_id);
  expect([again.status, again.message]).toEqual([404, 'Service key not found.']);
});

test('the other keys go on when one is revoked', async () => {
  const [one, two] = [(await add('One')).data, (await add('Two')).data];
  await remove(one._id);
  expect((await open({ 'x-service-key': two.key })).status).toBe(201);
});

test('revoking a key voids the rounds that it has running, for nobody else could', async () => {
  const { key, _id } = (await add('Gone')).data;
  const headers = { 'x-service-key': key };
  const client = await makeUser(app, root, { balance: 5_000n });
  const [betting, flying] = [(await open(headers)).data.round, (await open(headers)).data.round];
  for (const round of [betting, flying]) {
    const bets = [{ ref: newRef(), userId: client.id, stake: 1_000n }];
    await app.call(game.placeBets, { params: { round }, body: { bets }, headers });
  }
  await app.call(game.startRound, { params: { round: flying }, headers });
  expect(await balanceOf(app, root, client)).toBe(3_000n);
  await remove(_id);
  for (const id of [betting, flying]) {
    const { data } = await app.call(rounds.get, { token: root.token, params: { id } });
    expect(data.state).toBe('void');
  }
  expect(await balanceOf(app, root, client)).toBe(5_000n);
});

test('two keys may bear one name, and are two keys', async () => {
  const [one, two] = [(await add('Twin')).data, (await add('Twin')).data];
  expect(one.key).not.toBe(two.key);
  const refs = [
    await open({ 'x-service-key': one.key }, 'r'),
    await open({ 'x-service-key': two.key }, 'r'),
  ];
  expect(refs[0]?.data.round).not.toBe(refs[1]?.data.round);
});

test('the newest key stands first', async () => {
  const [one, two] = [(await add('Older')).data, (await add('Newer')).data];
  const ids = (await list()).data.map((row) => row._id);
  expect(ids.slice(0, 2)).toEqual([two._id, one._id]);
});

test('a key needs a name of at most 60 characters', async () => {
  for (const name of ['', 'x'.repeat(61), 7, null]) {
    const reply = await add(name);
    expect([name, reply.status, Object.keys(reply.errors)]).toEqual([name, 400, ['name']]);
  }
  expect((await add('x'.repeat(60))).status).toBe(201);
});

test('what is no key is refused, however it is written', async () => {
  const { key } = (await add('Exact')).data;
  const wrong = [
    '',
    'x',
    key.slice(0, -1),
    `${key}x`,
    ` ${key.slice(1)}`,
    key.toUpperCase(),
    `${key} `.repeat(2),
    'x'.repeat(201),
    "' or '1'='1 -- or more",
    `Bearer ${key}`,
  ];
  for (const sent of wrong) {
    const reply = await open({ 'x-service-key': sent });
    expect([sent, reply.status]).toEqual([sent, 401]);
  }
  expect((await open({ authorization: `Bearer ${key}` })).status).toBe(401);
});

test('a service key opens no session, and a session no game call', async () => {
  const { key } = (await add('No session')).data;
  const asBearer = await app.call(users.balance, { token: key });
  const asKey = await app.call(users.balance, { headers: { 'x-service-key': key } });
  const asSession = await open({ 'x-service-key': root.token });
  expect([asBearer.status, asKey.status, asSession.status]).toEqual([401, 401, 401]);
});
