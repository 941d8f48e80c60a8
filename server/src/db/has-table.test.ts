import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../test/test-database.ts';
import { openDatabase } from './database.ts';
import { hasTable } from './has-table.ts';

test('a table that another node made meanwhile is seen, in a transaction that began before', async () => {
  const name = 'kysely_migration';
  const empty = await emptyDatabase();
  const waiting = openDatabase({ url: empty.url, connectionsMax: 1 });
  try {
    expect(await hasTable(waiting.db, name)).toBe(false);
    await waiting.db.transaction().execute(async (tx) => {
      expect(await hasTable(tx, name)).toBe(false);
      await sql`create table ${sql.table(name)} ()`.execute(empty.db);
      expect(await hasTable(tx, name)).toBe(true);
    });
  } finally {
    await waiting.close();
    await empty.close();
  }
});
