import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@pitboss/server/db/database';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { signIn } from '@pitboss/testkit/people-by-call';
import { ourFolder, programOf } from '@pitboss/testkit/program-of';
import { runCommand } from '@pitboss/testkit/run-command';
import { superSignIn } from '@pitboss/testkit/super-sign-in';

export interface Target extends NodeProcess {
  /** Of the owner of the tables. */
  databaseUrl: string;
  /** To look at what an attack left behind, beside the node. */
  db: Db;
  /** Ends it in good order, with the way to its database. */
  stop(): Promise<void>;
}

export interface Stage {
  /** A node on a database of its own with the demo's people, rounds and live players. */
  demo(settings?: Record<string, string>): Promise<Target>;
  /** A node on a database of its own where nothing happens by itself; SUPER is rich. */
  quiet(settings?: Record<string, string>): Promise<Target>;
  /** A node beside another, on the same database. */
  beside(target: Target, settings?: Record<string, string>): Promise<Target>;
  /** The file that a node of the release is started by. */
  main: string;
  /** A node with an embedded database of its own in a folder. */
  embedded(dataDir: string, settings?: Record<string, string>): Promise<NodeProcess>;
  /** Runs a command of the release on a target's database, and hands back what it said. */
  command(target: Target, file: string, ...args: string[]): Promise<string>;
  /** A folder of the stage's own. */
  newFolder(): Promise<string>;
  close(): Promise<void>;
}

export const demoSuper = { username: 'super', password: 'Super@12345' };
export const quietSuper = superSignIn;

/**
 * One PostgreSQL in a temporary folder, and nodes on it, of this release or of the one in another
 * folder. All is gone when it is closed.
 */
export async function openStage(release = ourFolder): Promise<Stage> {
  // A release of before knows no sockets.
  const listen = release === ourFolder ? {} : { listen: 'tcp' as const };
  const database = await openDatabaseStage(listen);
  const main = programOf('main', release);
  const running = new Set<Target>();
  const folders: string[] = [];
  let serial = 0;
  const start = async (databaseUrl: string, settings: Record<string, string>) => {
    const node = await startNode(databaseUrl, settings, { main });
    const own = openDatabase({ url: databaseUrl });
    const target: Target = {
      ...node,
      databaseUrl,
      db: own.db,
      stop: async () => {
        if (!running.delete(target)) return;
        await own.close();
        await node.end();
      },
    };
    running.add(target);
    return target;
  };
  const onNewDatabase = async (settings: Record<string, string>) => {
    serial += 1;
    return start(await database.newDatabase(`attack_${serial}`), settings);
  };
  const command = async ({ databaseUrl }: Target, file: string, ...args: string[]) => {
    const env = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseUrl };
    return (await runCommand(file, args, env, release)).output;
  };
  return {
    demo: (settings = {}) =>
      onNewDatabase({
        DEMO: 'on',
        ENGINE: 'on',
        DEMO_BETS: '3000',
        ...settings,
      }),
    quiet: async (settings = {}) => {
      const target = await onNewDatabase(settings);
      await command(target, 'treasury', 'issue', 'USD', '800000000000');
      return target;
    },
    beside: ({ databaseUrl }, settings = {}) => start(databaseUrl, settings),
    main,
    embedded: (dataDir, settings = {}) =>
      startNode('', { DATA_DIR: dataDir, ...settings }, { main }),
    command,
    newFolder: async () => {
      const made = await mkdtemp(join(tmpdir(), 'pitboss-attacks-'));
      folders.push(made);
      return made;
    },
    close: async () => {
      for (const target of running) await target.stop();
      await database.close();
      for (const one of folders) await rm(one, { recursive: true, force: true });
    },
  };
}

/** Signs SUPER in on a quiet node. */
export function asSuper({ port }: Target, headers: Record<string, string> = {}): Promise<string> {
  return signIn(port, quietSuper, headers);
}

/** A server of our own with the hole that an attack has to find, for as long as the work takes. */
export async function careless<T>(
  listener: (request: IncomingMessage, reply: ServerResponse) => unknown,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, reply) => {
    try {
      await listener(request, reply);
    } catch {
      // Whoever sent it hung up, or sent what no careless server is made for.
      reply.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await work(typeof address === 'object' && address ? address.port : 0);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The body of a request that came to a server of ours. */
export async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
