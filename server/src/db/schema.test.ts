import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '../embedded/passwords.ts';
import { migrateTo } from '../test/migrate-to.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../test/test-database.ts';
import type { Db } from './database.ts';
import { dumpSchema } from './dump-schema.ts';
import { dumpTables } from './dump-tables.ts';
import { migrate, migrateFromFirst } from './migrate.ts';
import { grantToNode } from './node-role.ts';

const file = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await testDatabase();
});
afterAll(() => fresh.close());

async function inEmpty<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await emptyDatabase();
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Every function with its text, its settings and who may run it. */
async function functionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.oid::regprocedure::text`.execute(db);
  return rows.map(({ text }) => text);
}

/** What stands in tables that are not empty from the beginning, without moments and secrets. */
async function firstRowsOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(a) as row from accounts a union all select to_jsonb(g) from games g
    union all select to_jsonb(m) - 'created_at' from multiplier_tables m
    union all select to_jsonb(d) - 'changed_at' from multiplier_draft d
    union all select jsonb_build_object('name', name, 'bytes', length(value)) from secrets
    union all select to_jsonb(s) from sealing s
    union all select jsonb_build_object('migration', name) from kysely_migration
    union all select to_jsonb(l) from kysely_migration_lock l
    union all select to_jsonb(f) from applied_functions f order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

test('schema.sql and tables.ts tell what the migrations make: npm run schema writes them', async () => {
  await inEmpty(async (db) => {
    await migrateFromFirst(db, roles.node);
    expect(await dumpSchema(db, roles.node)).toBe(await file('../../schema.sql'));
    expect(await dumpTables(db)).toBe(await file('tables.ts'));
    // The rights of functions are given when a node starts.
    await grantToNode(db, roles.node);
    expect(await functionsOf(db)).toEqual(await functionsOf(fresh.db));
    expect(await firstRowsOf(db)).toEqual(await firstRowsOf(fresh.db));
  });
});

test('a database that was empty is made as schema.sql says', async () => {
  expect(await dumpSchema(fresh.db, roles.node)).toBe(await file('../../schema.sql'));
});

/** What a batch of bets and a settlement write to. */
const writtenBySets = [
  'accounts',
  'bets',
  'transfers',
  'entries',
  'client_days',
  'client_slots',
  'big_wins',
  'big_win_days',
  'play_so_far',
  'wallet_days',
  'operator_slots',
  'round_operators',
  'round_slots',
  'statement_slots',
];

test('each index says which question needs it; of small tables, each that keeps no rule', async () => {
  const { rows } = await sql<{ index: string }>`
    select i.indexrelid::regclass::text as index from pg_index i
    join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and obj_description(i.indexrelid, 'pg_class') is null
      and (t.relname = any (${writtenBySets}::text[])
        or not exists (select from pg_constraint where conindid = i.indexrelid))`.execute(fresh.db);
  expect(rows).toEqual([]);
});

test('what sets write to is checked by statements and never row by row', async () => {
  const { rows } = await sql<{ trigger: string }>`
    select tgname as trigger from pg_trigger
    where tgrelid = any (${writtenBySets}::text[]::regclass[]) and tgtype & 1 = 1
      and (not tgisinternal or tgrelid = tgconstrrelid)`.execute(fresh.db);
  expect(rows).toEqual([]);
});

test('what is built ahead may be cut off, and the next start goes on', async () => {
  await inEmpty(async (db) => {
    await migrateTo(db, '0039-late-entries');
    const ahead = await file('../../migrations/ahead/0040-ledger-in-sets.sql');
    const [column, , first] = ahead.split(/;\n/);
    await run(db, column ?? '');
    await run(db, first ?? '');
    await migrate(db);
    await grantToNode(db, roles.node);
    expect(await dumpSchema(db, roles.node)).toBe(await file('../../schema.sql'));
  });
});

/** The last migration of each release. */
test.each([
  '0007-reports',
  '0012-support',
  '0019-demo',
  '0024-requests',
  '0029-first-release',
  '0039-late-entries',
])('a database that had got as far as %s becomes the same as a new one', async (last) => {
  await inEmpty(async (db) => {
    await migrateTo(db, last);
    await migrate(db);
    await grantToNode(db, roles.node);
    expect(await dumpSchema(db, roles.node)).toBe(await file('../../schema.sql'));
    expect(await functionsOf(db)).toEqual(await functionsOf(fresh.db));
  });
});

async function run(tx: Db, text: string): Promise<void> {
  await sql.raw(text).execute(tx);
}

describe('functions follow their files', () => {
  const changed: [string, string][] = [
    [
      'another body',
      'create or replace function account_of(p_user_id bigint, p_kind text, ' +
        "p_currency text) returns bigint language sql as 'select 1::bigint'",
    ],
    [
      'another signature',
      'drop function account_of; create function account_of(p int) ' +
        "returns int language sql as 'select 1'",
    ],
    [
      'one that a table uses',
      'create or replace function platform_now() returns timestamptz ' +
        "language sql volatile as 'select now()'",
    ],
    [
      'one that a trigger uses',
      'create or replace function refuse_change() returns trigger ' +
        "language plpgsql as 'begin return null; end'",
    ],
  ];

  test.each(changed)('%s is replaced', async (_, statement) => {
    const database = await testDatabase();
    try {
      const before = await functionsOf(database.db);
      await run(database.db, statement);
      expect(await functionsOf(database.db)).not.toEqual(before);
      await sql`update applied_functions set hash = 'of another release'`.execute(database.db);
      await migrate(database.db);
      await grantToNode(database.db, roles.node);
      expect(await functionsOf(database.db)).toEqual(before);
    } finally {
      await database.close();
    }
  });

  test('one without a file goes, and one of somebody else stays', async () => {
    const database = await testDatabase();
    try {
      const before = await functionsOf(database.db);
      await run(database.db, "create function gone() returns int language sql as 'select 1'");
      await sql`insert into applied_functions values ('gone', 'x')`.execute(database.db);
      await migrate(database.db);
      expect(await functionsOf(database.db)).toEqual(before);
      await run(database.db, "create function theirs() returns int language sql as 'select 1'");
      await migrate(database.db);
      expect(await functionsOf(database.db)).toHaveLength(before.length + 1);
    } finally {
      await database.close();
    }
  });

  test('nodes that start at the same time on an empty database make it once', async () => {
    await inEmpty(async (db) => {
      await Promise.all(Array.from({ length: 4 }, () => migrate(db)));
      await grantToNode(db, roles.node);
      expect(await dumpSchema(db, roles.node)).toBe(await file('../../schema.sql'));
      expect(await firstRowsOf(db)).toEqual(await firstRowsOf(fresh.db));
    });
  });
});
