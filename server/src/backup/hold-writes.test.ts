import { transactions } from '@pitboss/contract/transactions';
import { askDatabase } from '@pitboss/testkit/database-stage';
import { makeSuper, makeUser, type TestPerson } from '@pitboss/testkit/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { holdWrites, isHeld, releaseWrites } from './hold-writes.ts';

let app: TestApp;
let root: TestPerson;
let client: TestPerson;
let owner: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  app = await testApp();
  root = await makeSuper(app);
  client = await makeUser(app, root);
  owner = openDatabase({ url: app.url, connectionsMax: 1 });
});

afterAll(async () => {
  await owner.close();
  await app.close();
});

const deposit = () =>
  app.call(transactions.deposit, {
    token: root.token,
    params: { id: client.id },
    body: { amount: 100n },
  });

const isWaiting = `select from pg_stat_activity
  where datname = current_database() and wait_event = 'BackendTermination'`;

/** Does it while a connection of the node's is too busy to end, and tells what was waited for. */
async function besideBusyNode(work: () => Promise<void>): Promise<string[]> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(app.db);
  const pid = rows[0]?.pid ?? 0;
  const steps: string[] = [];
  process.kill(pid, 'SIGSTOP');
  const goOn = () => process.kill(pid, 'SIGCONT');
  try {
    const working = work().then(() => steps.push('done'));
    await expect.poll(async () => (await askDatabase(app.url, isWaiting)).rowCount).toBe(1);
    steps.push('the node goes on');
    goOn();
    await working;
  } catch (error) {
    goOn();
    throw error;
  }
  return steps;
}

test.skipIf(process.platform === 'win32')(
  'holds and releases only when the last connection from before has ended',
  async () => {
    onTestFinished(() => releaseWrites(owner.db));
    expect((await deposit()).status).toBe(200);
    expect(await besideBusyNode(() => holdWrites(owner.db))).toEqual(['the node goes on', 'done']);
    expect(await isHeld(owner.db)).toBe(true);
    expect((await deposit()).status).toBe(503);
    expect(await besideBusyNode(() => releaseWrites(owner.db))).toEqual([
      'the node goes on',
      'done',
    ]);
    expect(await isHeld(owner.db)).toBe(false);
    expect((await deposit()).status).toBe(200);
  },
);
