import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auth } from '@pitboss/contract/auth';
import { live } from '@pitboss/contract/live';
import { maintenance } from '@pitboss/contract/maintenance';
import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import { transactions } from '@pitboss/contract/transactions';
import { freePort } from '@pitboss/testkit/free-port';
import { ask } from '@pitboss/testkit/http-client';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { grantToNode } from '../db/node-role.ts';
import { openReplica, type Replica } from '../db/replica.ts';
import { inTransaction } from '../db/transaction.ts';
import { watchOnce } from '../notifications/watch-platform.ts';
import { cutProxy } from '../test/cut-proxy.ts';
import { land, openFlight, takeOff } from '../test/flights.ts';
import { foldAllStatements } from '../test/fold-all.ts';
import { readLive } from '../test/live-reader.ts';
import { openFolder } from '../test/open-folder.ts';
import { type Replicated, replicated } from '../test/replicated.ts';
import { appOn, type TestApp } from '../test/test-app.ts';
import { fillWallet } from '../test/wallets.ts';
import { serveMetrics } from './serve-metrics.ts';

const pools = ['play'];

let folder: string;
let servers: Replicated;
let replica: Replica;
let app: TestApp;
let root: TestPerson;
let port: number;
let metrics: Awaited<ReturnType<typeof serveMetrics>>;

/** What the tests below have moved, each by its cause. */
const driven = new Set<string>();

beforeAll(async () => {
  folder = await openFolder('pitboss-metrics-');
  servers = await replicated({
    archive_mode: 'on',
    archive_command: `test -f ${join(folder, 'archive-works')}`,
  });
  const { url, replicaUrl } = servers;
  const primary = openDatabase({ url });
  await migrate(primary.db);
  await grantToNode(primary.db, new URL(nodeUrl(url)).username);
  replica = openReplica({ url: replicaUrl, primary: primary.db, connectionsMax: 4 });
  app = await appOn({ url, ...primary }, pino({ level: 'silent' }), { replica });
  root = await makeSuper(app);
  port = await freePort();
  metrics = await serveMetrics({
    host: '127.0.0.1',
    port,
    url: nodeUrl(url),
    version: '1.2.3',
    pools,
    replica,
    places: { data: folder },
    everyMs: 0,
  });
});

afterAll(async () => {
  await metrics.close();
  await replica.close();
  await app.close();
  await servers.close();
  await rm(folder, { recursive: true });
});

const scrape = async (at = port) => (await ask(at, { path: '/metrics' })).text;

/** Of the sample that is named so, with all of these labels; undefined where there is none. */
function valueIn(text: string, name: string, labels: Record<string, string> = {}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => /^\w+/.exec(one)?.[0] === name && wanted.every((part) => one.includes(part)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

async function figure(name: string, labels: Record<string, string> = {}) {
  driven.add(name.replace(/_(bucket|sum|count)$/, ''));
  return valueIn(await scrape(), name, labels);
}

/** How much a counter grows by what is done. */
async function growth(name: string, labels: Record<string, string>, work: () => Promise<unknown>) {
  const before = (await figure(name, labels)) ?? 0;
  await work();
  return ((await figure(name, labels)) ?? 0) - before;
}

test('figures are at one address and nowhere else, in the form that Prometheus reads', async () => {
  const { headers, status } = await ask(port, { path: '/metrics' });
  expect([status, headers['content-type']]).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
  ]);
  for (const path of ['/', '/api/health', '/metrics/x']) {
    expect((await ask(port, { path })).status).toBe(404);
  }
  expect((await ask(port, { path: '/metrics', method: 'POST', body: {} })).status).toBe(404);
  expect(await figure('pitboss_build_info', { version: '1.2.3' })).toBe(1);
  expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(await figure('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('a call is counted by its route and its status, a stream without its time', async () => {
  const me = { method: 'POST', route: '/api/rounds/details/:id' };
  const call = () => app.call(rounds.get, { token: root.token, params: { id: 999_999n } });
  expect(await growth('pitboss_calls_total', { ...me, status: '404' }, call)).toBe(1);
  expect(await growth('pitboss_call_seconds_count', me, call)).toBe(1);
  const made = () => app.http.inject({ method: 'GET', url: `/${Math.random()}` });
  expect(await growth('pitboss_calls_total', { route: 'panel' }, made)).toBeLessThanOrEqual(1);
  expect(await scrape()).not.toContain('/0.');
  const address = await app.http.listen({ port: 0 });
  const route = `/api${live.now.path}`;
  const took = await growth('pitboss_call_seconds_count', { route }, async () => {
    const panel = await readLive(address, { token: root.token });
    await panel.until(({ unread }) => unread === 0);
    panel.leave();
    await panel.ended;
  });
  expect(took).toBe(0);
});

test('who waits for a connection is counted, and who waits in vain', async () => {
  const { url } = servers;
  const few = openDatabase({ url, name: 'play', connectionsMax: 1, busyMs: 50 });
  const [waits, refused] = ['pitboss_pool_wait_seconds_count', 'pitboss_pool_refused_total'];
  expect(await figure(refused, { pool: 'play' })).toBe(0);
  await few.db.connection().execute(async () => {
    await expect(sql`select 1`.execute(few.db)).rejects.toThrow('busy');
  });
  const patient = openDatabase({ url, name: 'play', connectionsMax: 1 });
  await Promise.all([1, 2].map((n) => sql`select ${n}::int`.execute(patient.db)));
  expect([await figure(waits, { pool: 'play' }), await figure(refused, { pool: 'play' })]).toEqual([
    2, 1,
  ]);
  await few.close();
  await patient.close();
});

test('the round, its age, its settlement and what was set aside', async () => {
  const client = await makeUser(app, root, { balance: 1_000n });
  const engine = { source: 'engine' };
  const states = async () => [
    await figure('pitboss_rounds_running', { ...engine, state: 'betting' }),
    await figure('pitboss_rounds_running', { ...engine, state: 'flying' }),
  ];
  expect([...(await states()), await figure('pitboss_round_age_seconds', engine)]).toEqual([
    0, 0, 0,
  ]);
  const round = await openFlight(app, 200);
  expect(await states()).toEqual([1, 0]);
  const bet = { token: client.token, raw: { stake: 2, autoCashout: 1.5 } };
  expect((await app.call(player.placeBet, bet)).status).toBe(201);
  await takeOff(app, round, 150);
  expect(await states()).toEqual([0, 1]);
  // It took off some hours ago, by the platform's clock.
  expect(await figure('pitboss_round_age_seconds', engine)).toBeGreaterThan(900);
  expect(await figure('pitboss_round_last_step_seconds')).toBeGreaterThan(900);
  const empty = await fillWallet(app, client);
  const settled = () => growth('pitboss_settlement_seconds_count', {}, () => land(app, round));
  expect(await settled()).toBe(1);
  expect(await figure('pitboss_bets_set_aside')).toBe(1);
  expect(await figure('pitboss_round_last_step_seconds')).toBeLessThan(900);
  await empty();
  const mend = () => app.call(rounds.settle, { token: root.token, body: { roundId: round } });
  expect(await growth('pitboss_bets_ended_total', {}, mend)).toBe(1);
  expect(await figure('pitboss_bets_set_aside')).toBe(0);
  expect(await states()).toEqual([0, 0]);
});

test('maintenance, refused sign-ins, and what the bell says', async () => {
  expect(await figure('pitboss_maintenance')).toBe(0);
  const body = { isMaintenance: true, reason: 'New cards' };
  await app.call(maintenance.set, { token: root.token, body });
  expect(await figure('pitboss_maintenance')).toBe(1);
  await app.call(maintenance.set, { token: root.token, body: { isMaintenance: false } });
  const wrong = () =>
    app.call(auth.login, { body: { username: root.username, password: 'Wrong-horse-1' } });
  const refused = (reason: string, work: () => Promise<unknown>) =>
    growth('pitboss_sign_ins_refused_total', { door: 'auth', reason }, work);
  expect(await refused('wrong', wrong)).toBe(1);
  const many = async () => {
    while ((await wrong()).status !== 429);
  };
  expect(await refused('slowed', many)).toBe(1);
  const standby = { kind: 'standby' };
  expect(await figure('pitboss_trouble', standby)).toBe(0);
  await watchOnce(app.db, { dataDir: undefined, isReplicaAway: () => true });
  expect(await figure('pitboss_trouble', standby)).toBe(1);
  await watchOnce(app.db, { dataDir: undefined, isReplicaAway: () => false });
  expect(await figure('pitboss_trouble', standby)).toBe(0);
});

test('what waits for its seal, by the oldest of it', async () => {
  await sealRecords(app.db);
  for (const record of ['audit_events', 'transfers']) {
    expect(await figure('pitboss_seal_lag_seconds', { record })).toBe(0);
  }
  const { id } = await makeUser(app, root, { balance: 500n });
  const body = { userId: id, amount: 500n, remarks: '' };
  const done = await app.call(transactions.deposit, { token: root.token, params: { id }, body });
  expect(done.status).toBe(200);
  await sleep(20);
  for (const record of ['audit_events', 'transfers']) {
    expect(await figure('pitboss_seal_lag_seconds', { record })).toBeGreaterThan(0);
  }
  await sealRecords(app.db);
  expect(await figure('pitboss_seal_lag_seconds', { record: 'transfers' })).toBe(0);
});

test('what waits for the sums of statements, by the oldest of it', async () => {
  await foldAllStatements(app.db);
  expect(await figure('pitboss_statement_fold_lag_seconds')).toBe(0);
  await makeUser(app, root, { balance: 500n });
  await sleep(20);
  expect(await figure('pitboss_statement_fold_lag_seconds')).toBeGreaterThan(0);
  await foldAllStatements(app.db);
  expect(await figure('pitboss_statement_fold_lag_seconds')).toBe(0);
});

test('money from nowhere shows, and calls SUPER', async () => {
  const client = await makeUser(app, root, { balance: 500n });
  const add = (minor: bigint) =>
    inTransaction(app.db, async (tx) => {
      await sql`alter table accounts disable trigger user`.execute(tx);
      await sql`update ${sql.table('accounts')} set balance_minor = balance_minor + ${minor}
        where user_id = ${client.id} and kind = 'wallet'`.execute(tx);
      await sql`alter table accounts enable trigger user`.execute(tx);
    });
  const dollars = () => figure('pitboss_ledger_imbalance_minor', { currency: 'USD' });
  const watched = { dataDir: undefined, isReplicaAway: () => false };
  await expect.poll(dollars).toBe(0);
  await add(7n);
  await expect.poll(dollars).toBe(7);
  await watchOnce(app.db, watched);
  expect(await figure('pitboss_trouble', { kind: 'books' })).toBe(1);
  await add(-7n);
  await expect.poll(dollars).toBe(0);
  await watchOnce(app.db, watched);
  expect(await figure('pitboss_trouble', { kind: 'books' })).toBe(0);
});

test('the replica for lists: how far behind, and away', async () => {
  const usable = () => figure('pitboss_replica_usable');
  const behind = async () => [
    await figure('pitboss_replica_lag_bytes'),
    await figure('pitboss_replica_lag_seconds'),
  ];
  await expect.poll(usable).toBe(1);
  await expect.poll(behind).toEqual([0, 0]);
  await servers.askReplica('select pg_wal_replay_pause()');
  await servers.askPrimary('select pg_switch_wal()');
  await makeUser(app, root, { balance: 500n });
  const isBehind = async () => (await behind()).every((lag) => (lag ?? 0) > 0);
  await expect.poll(isBehind).toBe(true);
  await expect.poll(usable).toBe(0);
  await servers.askReplica('select pg_wal_replay_resume()');
  await expect.poll(usable).toBe(1);
});

test('a slot without a standby, and what it keeps', async () => {
  const slot = { slot: 'nobody' };
  expect(await figure('pitboss_standby_active', slot)).toBeUndefined();
  await servers.askPrimary(`select pg_create_physical_replication_slot('nobody', true)`);
  expect(await figure('pitboss_standby_active', slot)).toBe(0);
  const kept = () => figure('pitboss_standby_lag_bytes', slot);
  const before = (await kept()) ?? 0;
  await servers.askPrimary('select pg_switch_wal()');
  await makeUser(app, root, { balance: 500n });
  expect(await kept()).toBeGreaterThan(before);
  await servers.askPrimary(`select pg_drop_replication_slot('nobody')`);
  expect(await figure('pitboss_standby_active', slot)).toBeUndefined();
});

test('the archive of the log: failing, and how old its newest file is', async () => {
  await makeUser(app, root);
  await servers.askPrimary('select pg_switch_wal()');
  const failing = () => figure('pitboss_archive_failing');
  await expect.poll(failing).toBe(1);
  expect(await figure('pitboss_archive_age_seconds')).toBeUndefined();
  const works = join(folder, 'archive-works');
  writeFileSync(works, '');
  // PostgreSQL tries again after a minute, or when it is told to.
  await servers.askPrimary('select pg_switch_wal()');
  await servers.askPrimary(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'archiver'`);
  await expect.poll(failing).toBe(0);
  expect(await figure('pitboss_archive_age_seconds')).toBeLessThan(60);
  rmSync(works);
  expect(existsSync(works)).toBe(false);
});

test('the disk and the size of the database', async () => {
  const { bavail, bsize, blocks } = await statfs(folder);
  const data = { place: 'data' };
  expect(await figure('pitboss_disk_size_bytes', data)).toBe(blocks * bsize);
  const free = (await figure('pitboss_disk_free_bytes', data)) ?? 0;
  expect(Math.abs(free - bavail * bsize)).toBeLessThan(blocks * bsize * 0.2);
  const filled = () =>
    sql`create table filling as
    select repeat('x', 1000) as text from generate_series(1, 1000)`.execute(app.db);
  const grown = await growth('pitboss_database_bytes', {}, filled);
  await sql`drop table filling`.execute(app.db);
  expect(grown).toBeGreaterThan(1_000_000);
});

test('while the database is away nothing of before is told on', async () => {
  const wire = await cutProxy(nodeUrl(servers.url));
  const own = await freePort();
  const at = { host: '127.0.0.1', port: own, url: wire.url, version: '1', pools };
  const node = await serveMetrics({ ...at, replica: undefined, places: {}, everyMs: 0 });
  const told = async () => {
    const text = await scrape(own);
    return ['pitboss_database_up', 'pitboss_maintenance'].map((name) => valueIn(text, name));
  };
  driven.add('pitboss_database_up');
  expect(await told()).toEqual([1, 0]);
  expect(valueIn(await scrape(own), 'pitboss_replica_usable')).toBeUndefined();
  wire.cut();
  await expect.poll(told).toEqual([0, undefined]);
  wire.mend();
  await expect.poll(told).toEqual([1, 0]);
  await node.close();
  await wire.close();
});

test('however many scrape, the database is looked at once in a while', async () => {
  const own = await freePort();
  const at = { host: '127.0.0.1', port: own, url: nodeUrl(servers.url), version: '1', pools };
  const node = await serveMetrics({ ...at, replica: undefined, places: {}, everyMs: 600_000 });
  const first = await scrape(own);
  await app.call(maintenance.set, { token: root.token, body: { isMaintenance: true } });
  const many = await Promise.all(Array.from({ length: 20 }, () => scrape(own)));
  await app.call(maintenance.set, { token: root.token, body: { isMaintenance: false } });
  const values = [first, ...many].map((text) => valueIn(text, 'pitboss_maintenance'));
  expect(new Set(values)).toEqual(new Set([0]));
  await node.close();
});

test('every figure of the alerts and of the dashboard was moved above', () => {
  const read = (path: string) =>
    readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
  const named = (text: string) => [
    ...new Set(
      [...text.matchAll(/\b(?:pitboss|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      ),
    ),
  ];
  const alerts = read('prometheus/pitboss.rules.yml').matchAll(/^ +expr: ([\s\S]+?)^ +for: /gm);
  const shown = read('grafana/pitboss.json').matchAll(/"expr": (.+)/g);
  const used = named([...alerts, ...shown].map(([, expression]) => expression).join('\n'));
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((name) => !driven.has(name))).toEqual([]);
});
