import type { Db } from '@pitboss/server/db/database';
import { addCrowd, type CrowdWish } from '@pitboss/testkit/crowd';
import { type NodeProcess, startNode } from '@pitboss/testkit/node-process';
import { superSignIn } from '@pitboss/testkit/super-sign-in';
import type { DatabaseServer } from './database-server.ts';
import type { Release } from './release.ts';

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

export async function ledgerStage(
  server: DatabaseServer,
  release: Release,
  crowd: CrowdWish,
): Promise<LedgerStage> {
  const databaseUrl = await server.newDatabase('ledger');
  const { db, close } = release.openDatabase({ url: databaseUrl, statementMs: 0 });
  await release.migrate(db);
  await release.followLimit(db, release.readConfig({}).rtp);
  await release.addFirstSuper(db, { ...superSignIn, name: 'Root' });
  const { operators: made, serviceKey } = await addCrowd(db, crowd, release);
  const operators = made.map(({ token, clients }) => ({
    token,
    clientIds: clients.map(({ id }) => id),
  }));
  return {
    release,
    db,
    databaseUrl,
    operators,
    clientIds: operators.flatMap(({ clientIds }) => clientIds),
    serviceKey,
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
  crowd: CrowdWish,
  settings: Record<string, string> = {},
): Promise<Stage> {
  const ledger = await ledgerStage(server, release, crowd);
  const { databaseUrl } = ledger;
  const node = await startNode(
    databaseUrl,
    { ...server.nodeSettings(databaseUrl), ...settings },
    { main: release.main },
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
