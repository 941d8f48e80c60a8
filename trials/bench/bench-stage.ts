import type { Db } from '@pitboss/server/db/database';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import type { DatabaseServer } from './database-server.ts';
import type { Release } from './release.ts';

export const sessionLimits = { hoursMax: 12, idleMinutesMax: 30 };
export const benchOrigin = { address: 'bench', agent: 'bench', secret: undefined };

export interface Operator {
  token: string;
  clientIds: bigint[];
}

/** A database of a release's own, with people to move. */
export interface LedgerStage {
  release: Release;
  db: Db;
  databaseUrl: string;
  operators: Operator[];
  clientIds: bigint[];
  serviceKey: { id: bigint; key: string };
  /** Seals what is there, so that nobody does it in another's turn. */
  rest(): Promise<void>;
  /** Throws where books or rollups do not add up. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** The same with a node on it, as it runs for operators. */
export interface Stage extends LedgerStage {
  node: NodeProcess;
  port: number;
}

export interface Crowd {
  operators: number;
  clientsEach: number;
  balanceMinor?: bigint;
}

export async function ledgerStage(
  server: DatabaseServer,
  release: Release,
  crowd: Crowd,
): Promise<LedgerStage> {
  const databaseUrl = await server.newDatabase('ledger');
  const { db, close } = release.openDatabase({ url: databaseUrl, statementMs: 0 });
  await release.migrate(db);
  await release.followLimit(db, release.readConfig({}).rtp);
  await release.addFirstSuper(db, { ...superSignIn, name: 'Root' });
  const operators = await addPeople(db, release, crowd);
  return {
    release,
    db,
    databaseUrl,
    operators,
    clientIds: operators.flatMap(({ clientIds }) => clientIds),
    serviceKey: await addKey(release, db),
    rest: () => release.sealRecords(db),
    audit: async () => {
      const faults = [...(await release.auditBooks(db)), ...(await release.auditRollups(db))];
      if (faults.length > 0) throw new Error(faults.join('; '));
    },
    close,
  };
}

export async function benchStage(
  server: DatabaseServer,
  release: Release,
  crowd: Crowd,
  settings: Record<string, string> = {},
): Promise<Stage> {
  const ledger = await ledgerStage(server, release, crowd);
  const { databaseUrl } = ledger;
  const node = await startNode(
    databaseUrl,
    { ...server.nodeSettings(databaseUrl), ...settings },
    { main: release.sourceOf('main.ts') },
  );
  return {
    ...ledger,
    node,
    port: node.port,
    close: async () => {
      await ledger.close();
      await node.end();
    },
  };
}

/** A stage for each release, on one server, for as long as the work takes. */
export async function onStages<S extends { close(): Promise<void> }, T>(
  releases: readonly Release[],
  open: (release: Release) => Promise<S>,
  work: (stages: S[]) => Promise<T>,
): Promise<T> {
  const stages: S[] = [];
  try {
    for (const release of releases) stages.push(await open(release));
    return await work(stages);
  } finally {
    for (const stage of stages) await stage.close();
  }
}

/** A game server's key. */
export async function addKey(release: Release, db: Db): Promise<{ id: bigint; key: string }> {
  const root = await release.actAs(db, superSignIn.username);
  const { serviceKey } = await release.inTransaction(db, (tx) =>
    release.addServiceKey(tx, root, 'bench'),
  );
  return { id: serviceKey._id, key: serviceKey.key };
}

async function addPeople(
  db: Db,
  { actAs, addUser, inTransaction, issue, openSession }: Release,
  { operators, clientsEach, balanceMinor: balance = 0n }: Crowd,
): Promise<Operator[]> {
  const root = await actAs(db, superSignIn.username);
  return inTransaction(db, async (tx) => {
    await issue(tx, root.id, 'USD', 80_000_000_000_000n);
    const made: Operator[] = [];
    for (let index = 0; index < operators; index++) {
      const username = `operator${index}`;
      await addUser(
        tx,
        root,
        { ...blank(username), role: 'ADMIN', currency: 'USD', balance: 1_000_000_000_000n },
        'none',
      );
      const actor = await actAs(tx, username);
      const clientIds: bigint[] = [];
      for (let client = 0; client < clientsEach; client++) {
        const { user } = await addUser(
          tx,
          actor,
          { ...blank(`c${index}-${client}`), balance },
          'none',
        );
        clientIds.push(user._id);
      }
      const { token } = await openSession(tx, actor.id, benchOrigin, sessionLimits);
      made.push({ token, clientIds });
    }
    return made;
  });
}

function blank(username: string) {
  const role = 'USER' as const;
  return { username, name: username, password: '', role, isDemo: false, status: 'active' as const };
}
