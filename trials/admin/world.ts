import { join } from 'node:path';
import { runningEmbedded } from '@pitboss/server/embedded/running';
import { askDatabase, databaseAt, openDatabaseStage } from '@pitboss/testkit/database-stage';
import { nodeUrl } from '@pitboss/testkit/node-url';
import { startPrimary } from '../cluster/database.ts';
import { startProxy } from '../cluster/nodes.ts';
import { addPart, type NodePart, type Place, startNodeIn } from '../cluster/place.ts';
import { ensurePrograms } from '../cluster/programs.ts';

export type Settings = Record<string, string>;

/** Two nodes behind the cluster's proxy, on a PostgreSQL of the trial's own. */
export interface World {
  place: Place;
  address: string;
  /** What the nodes run with now, and what the administrator's command is given. */
  settings: Settings;
  /** The last that led to its own server. */
  home: Settings;
  /** One after the other, as a rolling restart; nodes that are too many stay away. */
  restart(settings: Settings, count?: number): Promise<void>;
  stopNodes(): Promise<void>;
  /** The first of them, beside the proxy. */
  nodeAddress(): string;
  /** The session of an operator that is no part of the demo. */
  boss: string;
  /** As the administrator of the server, beside all databases of ours. */
  ask(text: string): Promise<{ rows: Record<string, unknown>[] }>;
  /** Where the nodes' data is now, as the owner of the tables. */
  ownerUrl(): Promise<string>;
}

interface Server {
  /** As its superuser, in the database that the nodes begin with. */
  adminUrl: string;
  ownerUrl: string;
}

/** The embedded PostgreSQL, or the newest that the system has. */
export type Kind = 'embedded' | 'system';

const names = ['node-1', 'node-2'];

export async function openWorld(place: Place, kind: Kind, bets: number): Promise<World> {
  const programs = await ensurePrograms();
  const server = await (kind === 'embedded' ? embedded(place) : system(place, programs.postgres));
  let settings: Settings = {
    DATABASE_URL: nodeUrl(server.ownerUrl),
    DATABASE_OWNER_URL: server.ownerUrl,
    DEMO: 'on',
    DEMO_BETS: String(bets),
  };
  let home = settings;
  const nodes: NodePart[] = [];
  const launch = async (name: string, port?: number) =>
    startNodeIn(place, name, { ...usual, ...settings }, port);
  for (const name of names) nodes.push(await launch(name));
  const ports = nodes.map(({ port }) => port);
  const proxy = await startProxy(place, programs.haproxy, nodes, undefined);
  const stopAt = async (index: number) => {
    const node = nodes[index];
    if (node?.isRunning()) await node.stop();
  };
  return {
    place,
    address: proxy.address,
    get settings() {
      return settings;
    },
    get home() {
      return home;
    },
    restart: async (wanted, count = names.length) => {
      settings = wanted;
      if (wanted.DATABASE_URL) home = wanted;
      for (const [index, name] of names.entries()) {
        await stopAt(index);
        if (index < count) nodes[index] = await launch(name, ports[index]);
      }
    },
    nodeAddress: () => nodes[0]?.address ?? '',
    boss: '',
    stopNodes: async () => {
      for (const index of names.keys()) await stopAt(index);
    },
    ask: (text) => askDatabase(databaseAt(server.adminUrl, 'postgres'), text),
    ownerUrl: async () => {
      const { DATABASE_OWNER_URL, DATA_DIR } = settings;
      const url = DATABASE_OWNER_URL ?? (await runningEmbedded(DATA_DIR ?? ''));
      if (!url) throw new Error(`No node runs on ${DATA_DIR}.`);
      return url;
    },
  };
}

const usual: Settings = {
  TRUST_PROXY: 'on',
  STOP_GRACE_MS: '2000',
  LOG_LEVEL: 'warn',
  ROUND_BETTING_MS: '1500',
  ROUND_DOUBLING_MS: '1500',
  ROUND_PAUSE_MS: '500',
};

async function embedded(place: Place): Promise<Server> {
  const stage = await openDatabaseStage({ folder: join(place.folder, 'stage'), listen: 'tcp' });
  await addPart(place, { name: 'database', pid: 0, isRunning: () => true, stop: stage.close });
  const ownerUrl = await stage.newDatabase('trial');
  return { ownerUrl, adminUrl: asAdmin(ownerUrl) };
}

async function system(place: Place, bin: string): Promise<Server> {
  const { ownerUrl } = await startPrimary(place, bin);
  return { ownerUrl, adminUrl: asAdmin(ownerUrl) };
}

function asAdmin(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'postgres';
  return url.href;
}

/** An empty database beside, of the same owner, and the settings that lead to it. */
export async function newDatabase(world: World, name: string, from: Settings): Promise<Settings> {
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = from;
  await world.ask(`create database ${name} owner pitboss template template0`);
  return {
    DATABASE_URL: databaseAt(DATABASE_URL, name),
    DATABASE_OWNER_URL: databaseAt(DATABASE_OWNER_URL, name),
    DEMO: 'on',
  };
}
