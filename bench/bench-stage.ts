import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@pitboss/server/auth/sessions';
import { type Db, openDatabase } from '@pitboss/server/db/database';
import { startEmbedded } from '@pitboss/server/db/embedded';
import { inTransaction } from '@pitboss/server/db/transaction';
import { issue } from '@pitboss/server/ledger/issue';
import { actAs } from '@pitboss/server/users/act-as';
import { addUser } from '@pitboss/server/users/add-user';

export interface Operator {
  token: string;
  clientIds: bigint[];
}

export interface Stage {
  db: Db;
  databaseUrl: string;
  port: number;
  operators: Operator[];
  close(): Promise<void>;
}

const main = fileURLToPath(import.meta.resolve('@pitboss/server/main'));

/** A database of its own with fsync on, a node as it runs for operators, and people to move. */
export async function benchStage(
  operators: number,
  clientsEach: number,
  balanceMinor = 0n,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bench-'));
  const embedded = await startEmbedded({ dataDir: folder });
  const node = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: embedded.url,
      DEMO: 'off',
      PORT: '0',
      SUPER_USERNAME: 'root',
      SUPER_PASSWORD: 'Correct-horse-1',
      LOG_LEVEL: 'error',
      // Rounds of its own would take the cores that are measured.
      ENGINE: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    node.once('exit', () => reject(new Error('The node ended while it started.')));
    node.stdout.on('data', (text: Buffer) => {
      const found = /ready: http:\/\/[^:]+:(\d+)/.exec(text.toString());
      if (found) resolve(Number(found[1]));
    });
  });
  const database = openDatabase({ url: embedded.url });
  const people = await addPeople(database.db, operators, clientsEach, balanceMinor);
  return {
    db: database.db,
    databaseUrl: embedded.url,
    port,
    operators: people,
    close: async () => {
      await database.close();
      node.removeAllListeners('exit');
      node.kill('SIGTERM');
      await new Promise((resolve) => node.once('exit', resolve));
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
    await issue(tx, root.id, 'USD', 100_000_000_000_000n);
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
      const limits = { hoursMax: 12, idleMinutesMax: 30 };
      const { token } = await openSession(tx, actor.id, 'bench', limits);
      made.push({ token, clientIds });
    }
    return made;
  });
}

function blank(username: string) {
  const role = 'USER' as const;
  return { username, name: username, password: '', role, isDemo: false, status: 'active' as const };
}
