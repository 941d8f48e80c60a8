import { readFile } from 'node:fs/promises';
import { makeSuper } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '../db/database.ts';
import { inWholeSnapshots } from '../db/whole-snapshot.ts';
import { auditAll } from '../reports/audit-all.ts';
import { type TestApp, testApp } from '../test/test-app.ts';

const script = new URL('../../../deploy/retention/archive-month.sql', import.meta.url);
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await makeSuper(app);
});

afterAll(() => app.close());

const transfers = (db: Db) =>
  sql`select from transfers`.execute(db).then(({ rows }) => rows.length);

test('both connections see what was archived; where the archive has yet to follow there is one', async () => {
  await sql.raw(await readFile(script, 'utf8')).execute(app.db);
  await sql`call archive.follow_tables()`.execute(app.db);
  const look = () => inWholeSnapshots(app.db, 2, (all) => Promise.all(all.map(transfers)));
  const there = await transfers(app.db);
  await sql`insert into archive.transfers overriding system value
    select (jsonb_populate_record(t, jsonb_build_object('id', id + 1000))).*
    from transfers t limit 1`.execute(app.db);
  expect(await look()).toEqual([there + 1, there + 1]);
  const held = new URL(app.url);
  held.searchParams.set('options', '-c default_transaction_read_only=on');
  const { db, close } = openDatabase({ url: held.href, connectionsMax: 2 });
  expect(await inWholeSnapshots(db, 2, (all) => Promise.all(all.map(transfers)))).toHaveLength(2);
  await close();
  await sql`alter table archive.transfers drop column remarks`.execute(app.db);
  expect(await look()).toEqual([there + 1]);
  await sql`drop schema archive cascade`.execute(app.db);
  expect(await auditAll(app.db, { connections: 2 })).toEqual([]);
});
