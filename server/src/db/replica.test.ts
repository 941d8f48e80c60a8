import { setTimeout as sleep } from 'node:timers/promises';
import { auth } from '@pitboss/contract/auth';
import { support } from '@pitboss/contract/support';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { nodeUrl } from '@pitboss/testkit/node-url';
import {
  makeAdmin,
  makeSuper,
  makeUser,
  openTestSession,
  type TestPerson,
} from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Replicated, replicated } from '../test/replicated.ts';
import { appOn, type TestApp } from '../test/test-app.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { grantToNode } from './node-role.ts';
import { inNearSnapshot, openReplica, type Replica } from './replica.ts';

let servers: Replicated;
let replica: Replica;
let app: TestApp;
let root: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  servers = await replicated();
  const { url, replicaUrl } = servers;
  const primary = openDatabase({ url });
  await migrate(primary.db);
  await grantToNode(primary.db, new URL(nodeUrl(url)).username);
  replica = openReplica({
    url: replicaUrl,
    primary: primary.db,
    connectionsMax: 4,
    behindMaxMs: 3_000,
  });
  app = await appOn({ url, ...primary }, pino({ level: 'silent' }), { replica });
  root = await makeSuper(app);
  admin = await makeAdmin(app, root);
});

afterAll(async () => {
  await replica.close();
  await app.close();
  await servers.close();
});

afterEach(async () => {
  await servers.askReplica('select pg_wal_replay_resume()');
  await expect.poll(() => replica.isUsable()).toBe(true);
});

/** The replica has everything; from here on it stands still. */
async function pauseReplay(): Promise<void> {
  await expect.poll(() => replica.isUsable()).toBe(true);
  const { rows } = await sql<{ lsn: string }>`
    select pg_current_wal_insert_lsn()::text as lsn`.execute(app.db);
  const isThere = `select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}'`;
  await expect.poll(() => servers.askReplica(isThere)).toBe(true);
  await servers.askReplica('select pg_wal_replay_pause()');
  const state = 'select pg_get_wal_replay_pause_state()';
  await expect.poll(() => servers.askReplica(state)).toBe('paused');
}

const deposit = (from: TestPerson, to: TestPerson, amount: bigint, remarks = '') =>
  app.call(transactions.deposit, {
    token: from.token,
    params: { id: to.id },
    body: { userId: to.id, amount, remarks },
  });

/** The remarks on the statement that this person is shown. */
async function remarksOf({ token }: TestPerson): Promise<string[]> {
  const { data } = await app.call(transactions.listStatement, { token });
  return data.data.map((row) => row.remarks ?? '');
}

const whereFrom = (db: Db) =>
  sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`
    .execute(db)
    .then(({ rows }) => rows[0]?.isReplica);

test('lists come from the replica, and whoever made a change sees it immediately', async () => {
  await pauseReplay();
  expect((await deposit(root, admin, 500n, 'from above')).status).toBe(200);
  expect(await remarksOf(admin)).not.toContain('from above');
  expect(await remarksOf(root)).toContain('from above');
  const other = { ...root, token: await openTestSession(app, root.id) };
  expect(await remarksOf(other)).toContain('from above');
  const link = { type: 'telegram' as const, link: 'https://t.me/example' };
  expect((await app.call(support.add, { token: admin.token, body: link })).status).toBe(201);
  expect(await remarksOf(admin)).toContain('from above');
  await servers.askReplica('select pg_wal_replay_resume()');
  await expect.poll(() => inNearSnapshot(app.db, replica, admin.id, whereFrom)).toBe(true);
  expect(await remarksOf(admin)).toContain('from above');
});

test('money and sessions never come from the replica', async () => {
  const client = await makeUser(app, admin);
  await pauseReplay();
  const { data } = await app.call(users.balance, { token: admin.token });
  await deposit(root, admin, 900n);
  const now = await app.call(users.balance, { token: admin.token });
  expect(now.data.balance).toBe(data.balance + 900n);
  expect((await deposit(admin, client, now.data.balance)).status).toBe(200);
  expect((await deposit(admin, client, 1n)).status).toBe(400);
  const token = await openTestSession(app, admin.id);
  expect((await app.call(users.list, { token })).status).toBe(200);
  expect((await app.call(auth.logout, { token })).status).toBe(200);
  expect((await app.call(users.list, { token })).status).toBe(401);
});

test('what is not yet on the replica is looked for on the primary before it is refused', async () => {
  await pauseReplay();
  const client = await makeUser(app, admin);
  const body = { userId: client.id };
  expect((await app.call(users.profile, { token: admin.token, body })).status).toBe(200);
});

test('a replica that is too far behind is left alone until it has caught up', async () => {
  await pauseReplay();
  await deposit(root, admin, 100n, 'late');
  expect(await remarksOf(admin)).not.toContain('late');
  await expect.poll(() => remarksOf(admin)).toContain('late');
  expect(replica.isUsable()).toBe(false);
});

test('a read that stands in the way of the replay is done by the primary', async () => {
  await sql`create table passing as select generate_series(1, 100) as n`.execute(app.db);
  await pauseReplay();
  await servers.askReplica('select pg_wal_replay_resume()');
  const places: (boolean | undefined)[] = [];
  const count = await inNearSnapshot(app.db, replica, 0n, async (db) => {
    const isReplica = await whereFrom(db);
    places.push(isReplica);
    const look = () => sql<{ n: bigint }>`select count(*) as n from passing`.execute(db);
    await look();
    if (isReplica) {
      await sql`delete from passing`.execute(app.db);
      await sql`vacuum passing`.execute(app.db);
      await sleep(500);
    }
    return (await look()).rows[0]?.n;
  });
  expect(places).toEqual([true, false]);
  expect(count).toBe(0n);
});

test('when the replica is killed reads go on, and it is used again when it is back', async () => {
  const before = await remarksOf(admin);
  // Of different readers: what one asks for at once is done one after the other.
  const readers: TestPerson[] = [];
  for (let place = 0; place < 10; place++) {
    const reader = await makeAdmin(app, root, { balance: 1_000n });
    await deposit(reader, await makeUser(app, reader), 100n, reader.username);
    readers.push(reader);
  }
  const reads = readers.map(remarksOf);
  await servers.killReplica();
  expect(await Promise.all(reads)).toEqual(
    readers.map(({ username }) => [username, username, 'Opening balance']),
  );
  // Known to be away, it is left alone: nobody waits for it.
  await expect.poll(() => replica.isUsable()).toBe(false);
  for (let turn = 0; turn < 20; turn++) {
    expect(await remarksOf(admin)).toEqual(before);
    expect(replica.isUsable()).toBe(false);
  }
  expect((await deposit(root, admin, 100n)).status).toBe(200);
  await servers.startReplica();
  await expect.poll(() => replica.isUsable()).toBe(true);
  expect(await inNearSnapshot(app.db, replica, admin.id, whereFrom)).toBe(true);
});
