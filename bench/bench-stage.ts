import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '@pitboss/server/auth/sessions';
import { type Db, openDatabase } from '@pitboss/server/db/database';
import { inTransaction } from '@pitboss/server/db/transaction';
import { issue } from '@pitboss/server/ledger/issue';
import { startThrowAway } from '@pitboss/server/test/throw-away';
import { actAs } from '@pitboss/server/users/act-as';
import { addUser } from '@pitboss/server/users/add-user';
import { type BenchNode, startNode } from './start-node.ts';

export const sessionLimits = { hoursMax: 12, idleMinutesMax: 30 };
export const benchOrigin = { address: 'bench', agent: 'bench', secret: undefined };

export interface Operator {
  token: string;
  clientIds: bigint[];
}

export interface Stage {
  db: Db;
  databaseUrl: string;
  node: BenchNode;
  port: number;
  operators: Operator[];
  close(): Promise<void>;
}

/** A database of its own with fsync on, a node as it runs for operators, and people to move. */
export async function benchStage(
  operators: number,
  clientsEach: number,
  balanceMinor = 0n,
  settings: Record<string, string> = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const embedded = await startThrowAway({ dataDir: folder });
  const node = await startNode(embedded.url, settings);
  const database = openDatabase({ url: embedded.url });
  const people = await addPeople(database.db, operators, clientsEach, balanceMinor);
  return {
    db: database.db,
    databaseUrl: embedded.url,
    node,
    port: node.port,
    operators: people,
    close: async () => {
      await database.close();
      await node.stop();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
      if (!embedded.folder.startsWith(folder)) await rm(embedded.folder, { recursive: true });
    },
  };
}

async function addPeople(
  db: Db,
  operators: number,
  clientsEach: number,
  balance: bigint,
): Promise<Operator[]> {
  const root = await actAs(db, 'root');
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
