import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { grantToNode } from '../db/node-role.ts';
import { startThrowAway } from './throw-away.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test file's own is cloned from. */
    templateUrl: string;
  }
}

/** One throw-away server for the whole run, with a migrated database to clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-test-'));
  // Nobody pulls the plug on this server, and a cleaner at work would keep a database from being
  // dropped.
  const settings = { max_connections: '300', fsync: 'off', autovacuum: 'off' };
  const embedded = await startThrowAway({ dataDir: folder, listen: 'tcp', settings });
  const database = openDatabase({ url: embedded.url });
  await migrate(database.db);
  await grantToNode(database.db, new URL(embedded.nodeUrl).username);
  await database.close();
  project.provide('templateUrl', embedded.url);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
    if (!embedded.folder.startsWith(folder)) await rm(embedded.folder, { recursive: true });
  };
}
