import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { startThrowAway } from '@pitboss/testkit/throw-away';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Embedded } from '../embedded/embedded.ts';
import { newUser } from '../test/sample-requests.ts';
import { appOn, type TestApp } from '../test/test-app.ts';
import { balanceOf } from '../test/wallets.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { grantToNode } from './node-role.ts';

let folder: string;
let embedded: Embedded;
let admin: pg.Client;
let app: TestApp;
let root: TestPerson;
let client: TestPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-sync-'));
  const settings = { shared_buffers: '32MB', fsync: 'off' };
  embedded = await startThrowAway({ dataDir: folder, settings });
  const { url } = embedded;
  const database = openDatabase({ url });
  await migrate(database.db);
  await grantToNode(database.db, new URL(nodeUrl(url)).username);
  app = await appOn({ url, ...database }, pino({ level: 'silent' }));
  root = await makeSuper(app);
  client = await makeUser(app, root, { balance: 500n });
  const adminUrl = new URL(url);
  adminUrl.username = 'postgres';
  admin = new pg.Client({ connectionString: adminUrl.href });
  await admin.connect();
  // Only the node waits for a standby, which is not there: the test goes on as it likes.
  for (const role of ['postgres', 'pitboss']) {
    await admin.query(`alter role ${role} set synchronous_commit = 'local'`);
  }
});

afterAll(async () => {
  await setStandby('');
  await admin.end();
  await app.close();
  await embedded.stop();
  for (const made of [embedded.folder, folder]) await rm(made, { recursive: true, force: true });
});

/** Ends the wait of the commit as somebody does who cancels what seems to hang. */
async function cancelWait(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await admin.query(`select pg_cancel_backend(pid) as is_done
          from pg_stat_activity where wait_event = 'SyncRep'`);
        return rows.length;
      },
      { interval: 20 },
    )
    .toBe(1);
}

async function setStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`);
  await admin.query('select pg_reload_conf()');
  // Its processes hear of it one after the other, and none says when: a commit of our own shows it.
  const hasHeard = async () => (await doesCommitWait()) === (name !== '');
  await vi.waitUntil(hasHeard, { interval: 20, timeout: 60_000 });
}

/** Makes a commit that would wait for a standby, and does not leave it waiting. */
async function doesCommitWait(): Promise<boolean> {
  const probe = new pg.Client({ connectionString: nodeUrl(embedded.url) });
  await probe.connect();
  try {
    const { rows } = await probe.query('select pg_backend_pid() as pid');
    let isDone = false;
    const commit = probe.query("select pg_logical_emit_message(true, 'probe', '')").finally(() => {
      isDone = true;
    });
    const isWaiting = async () => {
      const seen = await admin.query(
        `select from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`,
        [rows[0].pid],
      );
      return seen.rowCount === 1;
    };
    while (!isDone) {
      if (!(await isWaiting())) continue;
      await admin.query('select pg_cancel_backend($1)', [rows[0].pid]);
      await commit;
      return true;
    }
    return false;
  } finally {
    await probe.end();
  }
}

test('a commit that no standby has is never told as success, and its key tells the truth', async () => {
  const shared = { token: root.token, headers: { 'idempotency-key': 'waited-for' } };
  const before = await balanceOf(app, root, client);
  const newcomer = newUser();
  const calls = [
    // In one statement, and the plain way.
    () =>
      app.call(transactions.deposit, { ...shared, params: { id: client.id }, raw: { amount: 1 } }),
    () => app.call(users.add, { ...shared, raw: newcomer }),
  ];
  for (const call of calls) {
    await setStandby('nobody');
    const answer = call();
    await cancelWait();
    const { status, message } = await answer;
    expect([status, message]).toEqual([503, expect.stringContaining('the outcome is not known')]);
    // Asked again while still no standby has it: what is only here may yet be lost.
    const again = call();
    await cancelWait();
    expect((await again).status).toBe(503);
    await setStandby('');
    await expect.poll(async () => (await call()).status).toBeLessThan(300);
    shared.headers = { 'idempotency-key': 'waited-for-too' };
  }
  expect(await balanceOf(app, root, client)).toBe(before + 100n);
});

test('while no standby comes, changes are told so in time, and reads go on', async () => {
  await app.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - 60_000) })
    .execute();
  await setStandby('nobody');
  const deposit = { token: root.token, params: { id: client.id }, raw: { amount: 1 } };
  const waiting = Array.from({ length: 3 }, () => app.call(transactions.deposit, deposit));
  expect((await app.call(users.balance, { token: root.token })).status).toBe(200);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses).toEqual([503, 503, 503]);
  await setStandby('');
  await expect.poll(async () => (await app.call(transactions.deposit, deposit)).status).toBe(200);
});
