import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../test/test-database.ts';
import { planAnew } from './plan-anew.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

test('a statement is kept ready for the next call, but not one that is to be planned anew', async () => {
  const kept = await inTransaction(database.db, async (tx) => {
    await sql`select from games where name = ${'Aviator'}`.execute(tx);
    await sql`select from games where name like ${'%via%'} ${planAnew}`.execute(tx);
    return sql<{ text: string }>`select statement as text from pg_prepared_statements`.execute(tx);
  });
  const texts = kept.rows.map(({ text }) => text);
  expect(texts).toContain('select from games where name = $1');
  expect(texts.filter((text) => text.includes('like'))).toEqual([]);
});
