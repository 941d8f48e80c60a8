import { askDatabase, databaseAt, openDatabaseStage } from '@pitboss/testkit/database-stage';
import { nodeUrl } from '@pitboss/testkit/node-url';

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
      await askDatabase(url, `create database ${own}`);
      made.push(own);
      return databaseAt(url, own);
    },
    close: async () => {
      for (const name of made) await askDatabase(url, `drop database ${name} with (force)`);
    },
  };
}

async function embeddedServer(
  settings: Record<string, string>,
  keptFolder?: string,
): Promise<DatabaseServer> {
  const isKept = keptFolder !== undefined;
  const stage = await openDatabaseStage({ folder: keptFolder, isKept, settings });
  let serial = 0;
  return {
    url: stage.url,
    nodeSettings: (databaseUrl) => ({
      DATABASE_URL: nodeUrl(databaseUrl),
      DATABASE_OWNER_URL: databaseUrl,
    }),
    newDatabase: (name) => {
      serial += 1;
      return stage.newDatabase(`turn_${serial}_${name}`);
    },
    close: stage.close,
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
