import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { leadOnce } from '../db/lead.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { anyReturn } from '../test/odds.ts';
import { type TestApp, testApp } from '../test/test-app.ts';
import { openRound } from './open-round.ts';
import { whileNobodyPlays } from './while-nobody-plays.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const open = () =>
  inTransaction(app.db, (tx) =>
    openRound(tx, { source: 'engine', bettingMs: 1_000, doublingMs: 1_000 }, anyReturn),
  );

test('nothing is done while a node runs rounds', async () => {
  let isDone = false;
  await leadOnce(app.db, leaderLocks.engine, async () => {
    const refused = whileNobodyPlays(app.db, async () => {
      isDone = true;
    });
    await expect(refused).rejects.toThrow('A node runs rounds on this database');
  });
  expect(isDone).toBe(false);
});

test('a round that a node left comes to its end before', async () => {
  const { id } = await open();
  let next = 0n;
  await whileNobodyPlays(app.db, async () => {
    next = (await open()).id;
  });
  const { rows } = await sql`select id, state from rounds order by id`.execute(app.db);
  expect(rows).toEqual([
    { id, state: 'void' },
    { id: next, state: 'betting' },
  ]);
});
