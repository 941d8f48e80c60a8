import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../test/test-database.ts';
import { fixedStatement, PerCall } from './fixed-statement.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

test('calls at the same time share the text, and each has its own values', async () => {
  const { db } = database;
  const name = new PerCall<{ name: string | null }>((call) => call.name);
  const greet = fixedStatement<{ name: string | null }, { said: string | null }>(
    sql`select ${'Good day, '}::text || ${name}::text || ${'.'}::text as said`,
  );
  const names = ['Ann', null, "O'Hara; drop table users", 'Bo'];
  const queries = names.map((name) => greet(db, { name }));
  expect(new Set(queries.map((query) => query.sql)).size).toBe(1);
  const answers = await Promise.all(queries.map((query) => db.executeQuery(query)));
  expect(answers.map(({ rows }) => rows[0]?.said ?? null)).toEqual(
    names.map((name) => name && `Good day, ${name}.`),
  );
});
