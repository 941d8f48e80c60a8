import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../test/test-database.ts';
import { openDatabase } from './database.ts';
import { isEmpty } from './is-empty.ts';

test('a database that another node made meanwhile is seen, in a transaction that began before', async () => {
  const empty = await emptyDatabase();
  const waiting = openDatabase({ url: empty.url, connectionsMax: 1 });
  try {
    expect(await isEmpty(waiting.db)).toBe(true);
    await waiting.db.transaction().execute(async (tx) => {
      expect(await isEmpty(tx)).toBe(true);
      await sql`create table kysely_migration ()`.execute(empty.db);
      expect(await isEmpty(tx)).toBe(false);
    });
  } finally {
    await waiting.close();
    await empty.close();
  }
});
