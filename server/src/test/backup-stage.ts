import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transactions } from '@pitboss/contract/transactions';
import { makeAdmin, makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { startThrowAway } from '@pitboss/testkit/throw-away';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { vi } from 'vitest';
import { backupCluster } from '../backup/backup-cluster.ts';
import { restoreCluster } from '../backup/restore-cluster.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { grantToNode } from '../db/node-role.ts';
import { seededRandom } from '../demo/random.ts';
import { ledgerDigest } from '../ledger/digest.ts';
import { auditAll } from '../reports/audit-all.ts';
import { openFolder } from './open-folder.ts';
import { appOn, type TestApp } from './test-app.ts';

/** A deposit that the platform called done. */
export interface Acknowledged {
  id: bigint;
  key: string;
  amountMinor: bigint;
  sentAt: number;
  at: number;
}

export interface BackupStage {
  app: TestApp;
  folder: string;
  dataDir: string;
  archive: string;
  admin: TestPerson;
  clients: TestPerson[];
  close(): Promise<void>;
}

/** A node on an embedded database of its own, which archives its log. */
export async function backupStage(): Promise<BackupStage> {
  const folder = await openFolder('pitboss-backup-');
  // A name that the shell and PostgreSQL would each read in their own way.
  const [dataDir, archive] = [join(folder, 'data'), join(folder, "it's $(100)% kept")];
  const embedded = await startThrowAway({ dataDir, archive, settings: { shared_buffers: '32MB' } });
  const database = openDatabase({ url: embedded.url });
  await migrate(database.db);
  await grantToNode(database.db, new URL(embedded.nodeUrl).username);
  const close = async () => {
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const app = await appOn({ ...database, url: embedded.url, close }, pino({ level: 'silent' }));
    const admin = await makeAdmin(app, await makeSuper(app), { balance: 50_000_000n });
    const clients: TestPerson[] = [];
    for (let count = 0; count < 8; count++) clients.push(await makeUser(app, admin));
    return { app, folder, dataDir, archive, admin, clients, close: () => app.close() };
  } catch (error) {
    await close();
    throw error;
  }
}

export function backUp({ app, dataDir, folder }: BackupStage, name: string) {
  return backupCluster({
    dataDir,
    url: app.url,
    folder: join(folder, name),
    product: 'test',
    digest: () => ledgerDigest(app.db),
  });
}

/** Ends the file that the database's log is written to now, and waits until the archive has it. */
export async function endLogFile(app: { url: string }, archive: string): Promise<void> {
  const url = new URL(app.url);
  url.username = 'postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name');
  await client.end();
  const [system = ''] = readdirSync(archive);
  const path = join(archive, system, `${rows[0].name}.gz`);
  await vi.waitUntil(() => existsSync(path), { timeout: 120_000, interval: 50 });
}

let runs = 0;

/** Without it a backup that waits for the disk would be about thousands of deposits, all alike. */
const restMs = 25;

/** Every client is given money again and again, until told to stop. */
export function keepDepositing({ app, admin, clients }: BackupStage, seed: number) {
  const acknowledged: Acknowledged[] = [];
  const random = seededRandom(seed);
  const run = runs++;
  let isOver = false;
  const work = async (client: TestPerson) => {
    for (let turn = 0; !isOver; turn++) {
      const key = `load-${run}-${client.id}-${turn}`;
      const amountMinor = BigInt(100 + Math.floor(random() * 900));
      const sentAt = Date.now();
      const { data } = await app.call(transactions.deposit, {
        token: admin.token,
        params: { id: client.id },
        raw: { amount: Number(amountMinor) / 100 },
        headers: { 'idempotency-key': key },
      });
      acknowledged.push({ id: data.transactionId, key, amountMinor, sentAt, at: Date.now() });
      await sleep(restMs);
    }
  };
  const working = Promise.all(clients.map(work));
  return {
    acknowledged,
    /** Waits until so many more are done, however busy the machine is. */
    more: (count: number) => {
      const wanted = acknowledged.length + count;
      const isDone = () => acknowledged.length >= wanted;
      return vi.waitUntil(isDone, { timeout: 120_000, interval: 20 });
    },
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}

/** How many of the acknowledged deposits the ledger does not have, or has more than once. */
export async function compare(db: Db, acknowledged: Acknowledged[]) {
  const { rows } = await sql<{ key: string; id: bigint; amountMinor: bigint }>`
    select idempotency_key as key, id, amount_minor as "amountMinor" from transfers
    where idempotency_key is not null`.execute(db);
  const kept = Map.groupBy(rows, (row) => row.key);
  const isKept = ({ key, id, amountMinor }: Acknowledged) =>
    kept.get(key)?.some((row) => row.id === id && row.amountMinor === amountMinor);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((one) => !isKept(one)).length,
    doubled: [...kept.values()].filter((same) => same.length > 1).length,
    keys: new Set(kept.keys()),
  };
}

interface Wanted {
  /** The backup's folder, and a new data folder: both by their names on the stage. */
  from: string;
  to: string;
  archive?: string;
  until?: Date;
}

/** Restores and looks at the outcome with all that is checked of it. */
export function restore(
  stage: BackupStage,
  { from, to, ...more }: Wanted,
  of: Acknowledged[] = [],
) {
  const order = { folder: join(stage.folder, from), dataDir: join(stage.folder, to), ...more };
  return restoreCluster(order, async (url, backup) => {
    const { db, close } = openDatabase({ url, connectionsMax: 2, statementMs: 0 });
    try {
      const [faults, digest] = [await auditAll(db), await ledgerDigest(db)];
      return { backup, faults, digest, ...(await compare(db, of)) };
    } finally {
      await close();
    }
  });
}
