import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { askDatabase, databaseAt } from '@pitboss/testkit/database-stage';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { runCommand } from '@pitboss/testkit/run-command';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sealRecords } from '../audit/seal-records.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { pause } from '../kernel/pause.ts';
import { ledgerDigest } from '../ledger/digest.ts';
import { auditAll } from '../reports/audit-all.ts';
import { askDeposit, askWithdrawal, decide, makeBank } from '../test/cashier.ts';
import { openFolder } from '../test/open-folder.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { dropDatabase } from '../test/test-database.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  app = await testApp();
  folder = await openFolder('pitboss-move-');
  root = await makeSuper(app);
  const admin = await makeAdmin(app, root, { balance: 1_000_000n });
  client = await makeUser(app, root, { balance: 5_000n });
  const player = await makeUser(app, admin, { balance: 5_000n, name: 'Zoë "Z" O’Neil, \\ {1,2}' });
  const bankId = await makeBank(app, admin);
  const paid = await askDeposit(app, player, bankId, 700n);
  await decide(app, admin, paid.data._id, 'success');
  await askWithdrawal(app, player, 1_000n);
  await sealRecords(app.db);
});

afterAll(async () => {
  await app.close();
  for (const name of made) await dropDatabase(databaseAt(app.url, name));
  await rm(folder, { recursive: true, force: true });
});

async function emptyTarget(): Promise<string> {
  const name = `moved_${process.pid}_${made.length}`;
  const beside = databaseAt(inject('templateUrl'), 'postgres');
  await askDatabase(beside, `create database ${name} template template0`);
  made.push(name);
  return databaseAt(app.url, name);
}

const move = (target: string, settings: Record<string, string> = { DATABASE_URL: app.url }) =>
  runCommand('admin/main', ['move-to', target, '--yes'], settings);

const deposit = () =>
  app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { amount: 100n },
  });

/** The ledger of a database, and whether its books balance. */
async function look(url: string): Promise<string> {
  const { db, close } = openDatabase({ url, connectionsMax: 1, statementMs: 0 });
  try {
    expect(await auditAll(db)).toEqual([]);
    return (await ledgerDigest(db)).sha256;
  } finally {
    await close();
  }
}

const tablesIn = async (url: string) =>
  (await askDatabase(url, "select from pg_class where relkind = 'r' and relname = 'users'"))
    .rowCount;

test('a target that is not empty is left alone', async () => {
  const target = await emptyTarget();
  await askDatabase(target, 'create table mine (id int)');
  const { code, output } = await move(target);
  expect([code, output]).toEqual([1, expect.stringContaining('not empty: it has mine')]);
  expect((await move(app.url)).output).toContain('The target is not empty');
  expect((await deposit()).status).toBe(200);
});

test('a copy that is cut off leaves the target empty and lets nodes write again', async () => {
  const target = await emptyTarget();
  // Somebody beside the platform holds one of the last tables, so the copy stands still before it.
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  await holder.query('begin; lock table wallet_days in access exclusive mode');
  const moving = move(target);
  const name = new URL(target).pathname.slice(1);
  const isWaiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%wallet_days%'
    and pid <> pg_backend_pid()`;
  while ((await askDatabase(app.url, isWaiting)).rowCount === 0) {
    await pause(50, new AbortController().signal);
  }
  const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
  expect((await askDatabase(app.url, cut, [name])).rowCount).toBeGreaterThan(0);
  await holder.query('rollback');
  await holder.end();
  expect((await moving).code).toBe(1);
  expect(await tablesIn(target)).toBe(0);
  expect((await deposit()).status).toBe(200);
  expect((await move(target)).code).toBe(0);
  expect(
    (await runCommand('admin/main', ['move-to', 'release'], { DATABASE_URL: app.url })).code,
  ).toBe(0);
});

test('to a server, to a folder and back again everything is the same', async () => {
  await sealRecords(app.db);
  const digest = await look(app.url);
  const first = await emptyTarget();
  const { code, output } = await move(first);
  expect([code, output]).toEqual([0, expect.stringContaining('every table is the same')]);
  expect(output).toContain(`sha256 ${digest}`);
  expect(output).toMatch(/DATABASE_OWNER_URL=postgres:\/\/\w+:…@/);
  // A node that is started with it on a server ends at once.
  expect(output).toContain('BACKUP_ARCHIVE unset');
  expect(await look(first)).toBe(digest);
  const dataDir = join(folder, 'data');
  expect((await move(dataDir, { DATABASE_URL: first })).code).toBe(0);
  expect((await move(dataDir, { DATABASE_URL: app.url })).output).toContain('There is a database');
  const last = await emptyTarget();
  expect((await move(last, { DATA_DIR: dataDir })).output).toContain(`sha256 ${digest}`);
  expect(await look(last)).toBe(digest);
});

test('the source refuses changes cleanly, goes on reading, and can be released', async () => {
  // A session that was not used for a while would be written at the next look.
  await inTransaction(app.db, async (tx) => {
    await sql`set transaction read write`.execute(tx);
    await sql`update sessions set last_used_at = now() - interval '5 minutes'`.execute(tx);
  });
  const refused = await deposit();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.anything()]);
  expect((await app.call(users.balance, { token: root.token })).status).toBe(200);
  const started = await runCommand('treasury', ['issue', 'USD', '5'], { DATABASE_URL: app.url });
  expect(started.output).toContain('This database refuses changes, as one does that was moved');
  const done = await runCommand('admin/main', ['move-to', 'release'], { DATABASE_URL: app.url });
  expect(done.output).toBe('Nodes may write again.\n');
  expect((await deposit()).status).toBe(200);
  const { rows } = await sql`select message from audit_events
    where action = 'admin.move-to' order by id desc limit 1`.execute(app.db);
  expect(rows).toEqual([{ message: 'Nodes may write again.' }]);
});

test('a database that came by a move goes on with its numbers', async () => {
  const target = await emptyTarget();
  expect((await move(target)).code).toBe(0);
  const { rows } = await askDatabase(
    target,
    `select nextval(pg_get_serial_sequence('transfers', 'id')) > max(id) as is_next from transfers`,
  );
  expect(rows).toEqual([{ is_next: true }]);
  await runCommand('admin/main', ['move-to', 'release'], { DATABASE_URL: app.url });
});
