import { type Db, openDatabase } from '@pitboss/server/db/database';
import { openDatabaseStage } from '@pitboss/testkit/database-stage';
import { type NodeProcess, newNode } from '@pitboss/testkit/node-process';
import { type DatabaseProcess, databaseProcess } from './database-process.ts';
import { type FaultProxy, faultProxy } from './fault-proxy.ts';
import type { Options } from './options.ts';
import { addPeople, type People } from './people.ts';

/** A database of its own, nodes as processes, and people to move money. */
export interface World {
  /** The checker's own way to the database, past every fault on the wire. */
  db: Db;
  databaseUrl: string;
  database: DatabaseProcess;
  proxy: FaultProxy;
  nodes: NodeProcess[];
  people: People;
  /** How often the database had to be started again. */
  restarts(): number;
  close(): Promise<void>;
}

interface Wanted {
  nodes?: number;
  operators?: number;
  clientsEach?: number;
  /** Settings of the nodes. */
  settings?: Record<string, string>;
  /** Settings of PostgreSQL. */
  database?: Record<string, string>;
  /** Whether the nodes reach the database by way of the proxy. */
  byProxy?: boolean;
  /** Where the database lives; unset: in a folder that is removed at the end. */
  folder?: string;
}

/** Short rounds, so that several begin and end while a fault lasts. */
export const quickRounds = {
  ENGINE: 'on',
  ROUND_BETTING_MS: '500',
  ROUND_DOUBLING_MS: '150',
  ROUND_PAUSE_MS: '50',
};

/** Worlds that are open, for one who ends the run in its midst. */
const open = new Set<() => Promise<void>>();

export async function openWorld(wanted: Wanted = {}): Promise<World> {
  const { operators = 6, clientsEach = 20, settings = quickRounds } = wanted;
  let restarts = 0;
  const log = (line: string) => {
    if (line.includes('starting it again')) restarts++;
  };
  const { folder, database: settingsOfIt = {} } = wanted;
  const stage = await openDatabaseStage({ folder, listen: 'tcp', log, settings: settingsOfIt });
  const proxy = await faultProxy(stage.url);
  const url = wanted.byProxy ? proxy.url : stage.url;
  const nodes = await Promise.all(
    Array.from({ length: wanted.nodes ?? 2 }, () => newNode(url, settings)),
  );
  const own = openDatabase({ url: stage.url, connectionsMax: 4, onError: () => {} });
  const close = async () => {
    open.delete(close);
    proxy.mend();
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await own.close().catch(() => {});
    await proxy.close();
    await stage.close();
  };
  open.add(close);
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const people = await addPeople(own.db, operators, clientsEach);
    const database = databaseProcess(stage.folder);
    const ways = { db: own.db, databaseUrl: stage.url, database, proxy };
    return { ...ways, nodes, people, restarts: () => restarts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a world, works in it, and leaves nothing of it behind. */
export async function inWorld<T>(wanted: Wanted, work: (world: World) => Promise<T>): Promise<T> {
  const world = await openWorld(wanted);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

let calm: Promise<World> | undefined;

/**
 * A world without rounds of its own, for what leaves nothing behind that another would stumble
 * over; of a quick run it is the same one, which takes as long to make as what happens in it.
 */
export async function inCalmWorld<T>(
  { isQuick }: Pick<Options, 'isQuick'>,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const wanted = { settings: { ENGINE: 'off' }, operators: 4, clientsEach: 10 };
  if (!isQuick) return inWorld(wanted, work);
  calm ??= openWorld(wanted);
  return work(await calm);
}

export async function closeAllWorlds(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
}

/** Faults of the nodes themselves: none may end without being told to, or answer with a 500. */
export function nodeFaults({ nodes }: World): string[] {
  const ended = nodes
    .filter((node) => node.ownEnds() > 0)
    .map((node) => `A node ended by itself ${node.ownEnds()} times: ${lastWords(node)}`);
  return [...ended, ...new Set(nodes.flatMap((node) => failuresIn(node.output())))];
}

/** Of what a node said at its end the error, without the places in the code. */
function lastWords(node: NodeProcess): string {
  const lines = node.output().split('\n');
  const said = lines.filter((line) => /^\w*error\b.*: |Emitted/i.test(line));
  return said.slice(-2).join(' ') || lines.slice(-5).join(' ');
}

/** What a node logs when it answers with a 500. */
function failuresIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.includes('"request failed"'))
    .map((line) => /"err":\{.*?"message":"(.*?)","stack"/.exec(line)?.[1] ?? line.slice(0, 300))
    .map((message) => `A node failed with: ${message}`);
}
