import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAway } from '@pitboss/server/test/throw-away';
import { nodeUrl } from '@pitboss/testkit/node-url';
import pg from 'pg';

/** One PostgreSQL for all that take turns on it, with fsync on. */
export interface DatabaseServer {
  /** Of the owner, who may make databases. */
  url: string;
  /** What a node is told, that is to run as it does for operators. */
  nodeSettings(databaseUrl: string): Record<string, string>;
  /** An empty database, gone when the server is closed. */
  newDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

const given = process.env.DATABASE_URL;

/**
 * The PostgreSQL that DATABASE_URL names, whose role may make databases and owns them, or else the
 * embedded one: in a folder that is kept, or in one of its own.
 */
export async function openServer(
  settings: Record<string, string> = {},
  keptFolder?: string,
): Promise<DatabaseServer> {
  return given ? givenServer(given) : embeddedServer(settings, keptFolder);
}

function givenServer(url: string): DatabaseServer {
  const made: string[] = [];
  return {
    url,
    // Without a role of its own a node runs as the owner.
    nodeSettings: (databaseUrl) => ({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '' }),
    newDatabase: async (name) => {
      const own = `pitboss_bench_${process.pid}_${made.length}_${name}`;
      await ask(url, `create database ${own}`);
      made.push(own);
      return databaseAt(url, own);
    },
    close: async () => {
      for (const name of made) await ask(url, `drop database ${name} with (force)`);
    },
  };
}

async function embeddedServer(
  settings: Record<string, string>,
  keptFolder?: string,
): Promise<DatabaseServer> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'pitboss-bench-')));
  const embedded = await startThrowAway({ dataDir: folder, settings });
  let serial = 0;
  return {
    url: embedded.url,
    nodeSettings: (databaseUrl) => ({
      DATABASE_URL: nodeUrl(databaseUrl),
      DATABASE_OWNER_URL: databaseUrl,
    }),
    newDatabase: async (name) => {
      serial += 1;
      const own = `turn_${serial}_${name}`;
      await ask(embedded.url, `drop database if exists ${own}`);
      await ask(embedded.url, `create database ${own}`);
      return databaseAt(embedded.url, own);
    },
    close: async () => {
      await embedded.stop();
      if (keptFolder) return;
      await rm(folder, { recursive: true, force: true });
      if (!embedded.folder.startsWith(folder)) await rm(embedded.folder, { recursive: true });
    },
  };
}

export async function withServer<T>(work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  const server = await openServer();
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

export function databaseAt(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** One statement, or several, on a connection of its own. */
export async function ask(url: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
