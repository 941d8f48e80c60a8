import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../test/test-database.ts';
import type { Db } from './database.ts';
import { isOutage, isUniqueViolation } from './database-errors.ts';
import { inTransaction, withCommit } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

async function games(): Promise<string[]> {
  const rows = await database.db.selectFrom('games').select('name').orderBy('name').execute();
  return rows.map((row) => row.name);
}

test('what rides with the commit is there after it', async () => {
  await inTransaction(database.db, async (tx) => {
    await withCommit(tx, tx.insertInto('games').values({ name: 'rode along' }));
  });
  expect(await games()).toContain('rode along');
});

test('a statement that rides with the commit and fails takes everything with it and says why', async () => {
  const attempt = inTransaction(database.db, async (tx) => {
    await tx.insertInto('games').values({ name: 'never' }).execute();
    await withCommit(tx, tx.insertInto('games').values({ name: 'Aviator' }));
    await withCommit(tx, tx.insertInto('games').values({ name: 'nor this' }));
  });
  const error = await attempt.catch((thrown: unknown) => thrown);
  expect(isUniqueViolation(error, 'games_pkey')).toBe(true);
  expect(await games()).not.toContain('never');
  await inTransaction(database.db, async (tx) => {
    await tx.insertInto('games').values({ name: 'the connection is sound' }).execute();
  });
  expect(await games()).toContain('the connection is sound');
});

test('work that meets another transaction is run again, also when the conflict rides along', async () => {
  let runs = 0;
  await inTransaction(database.db, async (tx) => {
    runs += 1;
    const conflict = sql`do $$ begin raise exception 'met' using errcode = '40001'; end $$`;
    if (runs < 3) await withCommit(tx, conflict);
  });
  expect(runs).toBe(3);
});

async function backendOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

const endItself = sql`select pg_terminate_backend(pg_backend_pid())`;

test('a connection that breaks under the work is replaced, and the work run again', async () => {
  const backends: number[] = [];
  await inTransaction(database.db, async (tx) => {
    backends.push(await backendOf(tx));
    if (backends.length === 1) await endItself.execute(tx);
  });
  expect(new Set(backends).size).toBe(2);
});

test('whoever works on one connection gives way with it, immediately, and never gets another', async () => {
  for (const isBrokenBefore of [true, false]) {
    const backends: number[] = [];
    const work = database.db.connection().execute(async (own) => {
      if (isBrokenBefore) await endItself.execute(own).catch(() => {});
      const tries = vi.spyOn(own, 'startTransaction');
      const error = await inTransaction(own, async (tx) => {
        backends.push(await backendOf(tx));
        await endItself.execute(tx);
      }).catch((thrown: unknown) => thrown);
      expect(tries).toHaveBeenCalledTimes(2);
      throw error;
    });
    await expect(work).rejects.toSatisfy(isOutage);
    expect(backends).toHaveLength(isBrokenBefore ? 0 : 1);
  }
});
