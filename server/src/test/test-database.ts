import { randomBytes } from 'node:crypto';
import { askDatabase, databaseAt } from '@pitboss/testkit/database-stage';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';

export interface TestDatabase extends Database {
  url: string;
}

/** A database of this test file's own, cloned from the migrated template. */
export function testDatabase(): Promise<TestDatabase> {
  const source = new URL(inject('templateUrl')).pathname.slice(1);
  // Copied file by file it is there in half the time that the way by the log takes.
  return makeDatabase(`template ${source} strategy file_copy`);
}

/** A database in which nothing is yet. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template template0');
}

async function makeDatabase(origin: string): Promise<TestDatabase> {
  const template = inject('templateUrl');
  // Beside the template: nobody may be in it while it is cloned.
  const beside = databaseAt(template, 'postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await askDatabase(beside, `create database ${name} ${origin}`);
  const url = databaseAt(template, name);
  const database = openDatabase({ url });
  return {
    url,
    db: database.db,
    close: async () => {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/** With the sessions that are just ending: those of other roles nobody else may end. */
export async function dropDatabase(url: string): Promise<void> {
  const beside = new URL(databaseAt(url, 'postgres'));
  beside.username = 'postgres';
  const name = new URL(url).pathname.slice(1);
  await askDatabase(beside.href, `drop database if exists ${name} with (force)`);
}
