import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedOptions } from '@pitboss/server/embedded/embedded';
import pg from 'pg';
import { nodeUrl } from './node-url.ts';
import { startThrowAway } from './throw-away.ts';

/** One PostgreSQL of our own, with fsync on unless it is told otherwise. */
export interface DatabaseStage {
  /** Of the owner, who may make databases. */
  url: string;
  nodeUrl: string;
  /** Where its files are. */
  folder: string;
  /** An empty database; one of that name that was left there is gone. */
  newDatabase(name: string): Promise<string>;
  /** Ends it, and leaves nothing of it behind. */
  close(): Promise<void>;
}

interface Wanted extends Omit<EmbeddedOptions, 'dataDir'> {
  /** Where it lives; unset: in a folder of its own. */
  folder?: string | undefined;
  /** Whether its files stay when it is closed. */
  isKept?: boolean;
}

export async function openDatabaseStage(wanted: Wanted = {}): Promise<DatabaseStage> {
  const { folder, isKept = false, ...options } = wanted;
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'pitboss-stage-')));
  const embedded = await startThrowAway({ dataDir, ...options });
  return {
    url: embedded.url,
    nodeUrl: embedded.nodeUrl,
    folder: embedded.folder,
    newDatabase: async (name) => {
      await askDatabase(embedded.url, `drop database if exists ${name}`);
      await askDatabase(embedded.url, `create database ${name}`);
      return databaseAt(embedded.url, name);
    },
    close: async () => {
      await embedded.stop();
      if (isKept) return;
      // Where root may not share its folder, the database stands elsewhere.
      await rm(embedded.folder, { recursive: true, force: true });
      if (!folder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A database on a PostgreSQL that is there already, of another version perhaps: its owner may make
 * databases, and the node's role has the owner's password.
 */
export async function openGivenStage(serverUrl: string) {
  const name = `stage_${process.pid}`;
  await askDatabase(serverUrl, `drop database if exists ${name}`);
  await askDatabase(serverUrl, `create database ${name}`);
  const url = databaseAt(serverUrl, name);
  const close = async () => void (await askDatabase(serverUrl, `drop database ${name}`));
  return { url, nodeUrl: nodeUrl(url), close };
}

/** The address of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** One statement, or several, on a connection of its own. */
export async function askDatabase(url: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
