import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../test/test-database.ts';
import { openDatabase } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';

/** The lock that migrations are made under. */
const migrationLock = 3853314791062309107n;

test('nodes that waited for each other on an empty database find it made, and go on', async () => {
  const empty = await emptyDatabase();
  const nodes = [1, 2, 3].map(() => openDatabase({ url: empty.url, connectionsMax: 1 }));
  try {
    const all = await empty.db.connection().execute(async (first) => {
      await sql`select pg_advisory_lock(${migrationLock})`.execute(first);
      // Each looks whether the database is empty, and then waits.
      const migrations = Promise.allSettled(nodes.map(({ db }) => migrate(db)));
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())
          `.execute(first);
          return rows.length;
        })
        .toBe(nodes.length);
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(first);
      return migrations;
    });
    expect(all.map(({ status }) => status)).toEqual(nodes.map(() => 'fulfilled'));
    for (const { db } of nodes) expect(await isMigrated(db)).toBe(true);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await empty.close();
  }
});
