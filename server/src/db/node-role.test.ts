import { transactions } from '@pitboss/contract/transactions';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { makeSuper, makeUser } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../test/test-app.ts';
import { type Database, openDatabase } from './database.ts';
import { grantToNode } from './node-role.ts';

let app: TestApp;
let node: Database;

beforeAll(async () => {
  app = await testApp();
  node = openDatabase({ url: nodeUrl(app.url), connectionsMax: 2 });
  const root = await makeSuper(app);
  const client = await makeUser(app, root, { balance: 500n });
  const deposit = { token: root.token, params: { id: client.id }, body: { amount: 700n } };
  expect((await app.call(transactions.deposit, deposit)).status).toBe(200);
});

afterAll(async () => {
  await node.close();
  await app.close();
});

function asNode(statement: string) {
  return sql.raw(statement).execute(node.db);
}

const onlyByFunctions = [
  'accounts',
  'transfers',
  'entries',
  'bets',
  'seals',
  'sealing',
  'unsealed_gaps',
  'client_days',
  'client_slots',
  'big_wins',
  'big_win_days',
  'play_so_far',
  'play_folding',
  'late_play',
  'operator_slots',
  'round_operators',
  'round_slots',
  'wallet_days',
  'rounds_to_seal',
  'statement_slots',
  'statement_folding',
  'request_days',
  'people_counts',
  'kysely_migration',
];
const appendOnly = ['audit_events', 'idempotency_keys', 'cash_request_steps', 'multiplier_tables'];

test.each(onlyByFunctions)('the role of a node writes nothing in %s by itself', async (table) => {
  for (const statement of [
    `insert into ${table} default values`,
    `alter table ${table} disable trigger all`,
    ...(await changesOf(table)),
  ]) {
    await expect(asNode(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  }
});

test.each(appendOnly)('the role of a node adds to %s, and changes nothing there', async (table) => {
  for (const statement of await changesOf(table)) {
    await expect(asNode(statement), statement).rejects.toThrow('permission denied');
  }
});

/** Every way to change what stands in a table. */
async function changesOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(app.db);
  expect(rows).not.toEqual([]);
  const updates = rows.map(({ name }) => `update ${table} set ${name} = default`);
  return [...updates, `delete from ${table}`, `truncate ${table}`];
}

test('the role of a node has no way round: no other role, no function that checks less', async () => {
  for (const statement of [
    'set role pitboss',
    'create table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    "select post_set('settlement', 1, null, now(), '', '{}', '{}', '{}')",
    "select add_to_rollups(r, 'USD', false, false, '{}', '{}', '{}', '{}', '{}') from rounds r",
    "set session_replication_role = 'replica'",
    'delete from users',
  ]) {
    await expect(asNode(statement), statement).rejects.toThrow(/permission denied|is not a member/);
  }
});

test('a table of the same name in the way of a function is passed over', async () => {
  await node.db.connection().execute(async (one) => {
    await sql`create temp table seals (like public.seals including all)`.execute(one);
    await sql`select seal_record('transfers', 100)`.execute(one);
    const { rows } = await sql<{ count: bigint }>`select count(*) from pg_temp.seals`.execute(one);
    expect(rows[0]?.count).toBe(0n);
    await sql`drop table pg_temp.seals`.execute(one);
  });
});

test('a right that is given by hand is taken back at the next start', async () => {
  await sql`grant update on transfers to pitboss_node`.execute(app.db);
  // Now only the trigger stands in the way: so the tests above would notice a right too many.
  await expect(asNode(`update ${'transfers'} set remarks = remarks`)).rejects.toThrow(
    'append-only',
  );
  await grantToNode(app.db, 'pitboss_node');
  await expect(asNode(`update ${'transfers'} set remarks = remarks`)).rejects.toThrow(
    'permission denied',
  );
});

test('the owner may be the node: then nothing is taken from it', async () => {
  await grantToNode(app.db, 'pitboss');
  const { rows } = await sql`select has_table_privilege('users', 'delete') as may`.execute(app.db);
  expect(rows).toEqual([{ may: true }]);
});
