import { openDatabaseStage, openGivenStage } from '@pitboss/testkit/database-stage';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { grantToNode } from '../db/node-role.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test file's own is cloned from. */
    templateUrl: string;
  }
}

/**
 * Nobody pulls the plug on this server and nobody copies its log, so it keeps as little of one as
 * it can. A cleaner at work would keep a database from being dropped; and thousands of connections
 * are opened by a password that is of no worth to anybody.
 */
const settings = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  scram_iterations: '1',
};

/**
 * One throw-away server for the whole run, with a migrated database to clone; or a place on the one
 * that TEST_DATABASE_URL names, to try another version of PostgreSQL.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.TMPDIR = project.config.env.TMPDIR;
  const given = process.env.TEST_DATABASE_URL;
  const stage = given
    ? await openGivenStage(given)
    : await openDatabaseStage({ listen: 'tcp', settings });
  const database = openDatabase({ url: stage.url });
  await migrate(database.db);
  await grantToNode(database.db, new URL(stage.nodeUrl).username);
  await database.close();
  project.provide('templateUrl', stage.url);
  return () => stage.close();
}
