import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';

export interface TestDatabase extends Database {
  url: string;
}

/** A database of this test file's own, cloned from the migrated template. */
export function testDatabase(): Promise<TestDatabase> {
  const source = new URL(inject('templateUrl')).pathname.slice(1);
  return makeDatabase(`template ${source}`);
}

/** A database in which nothing is yet. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('template template0');
}

async function makeDatabase(origin: string): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(template, `create database ${name} ${origin}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href });
  return {
    url: url.href,
    db: database.db,
    close: async () => {
      await database.close();
      await asAdministrator(template, `drop database ${name} with (force)`);
    },
  };
}

/** Connects beside the template: nobody may be in it while it is cloned. */
async function asAdministrator(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
