import type { Db } from '../db/database.ts';
import { leadOnce } from '../db/lead.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { recover } from './land.ts';

/**
 * Does what goes with no running round: what the last node left comes to its end first, and none
 * plays meanwhile.
 */
export async function whileNobodyPlays(db: Db, work: () => Promise<void>): Promise<void> {
  if (await afterLeft(db, work)) return;
  throw new Error('A node runs rounds on this database: stop it, or start it with ENGINE=off.');
}

/** Where no node runs rounds, what the last one left comes to its end. */
export async function endLeft(db: Db): Promise<void> {
  await afterLeft(db, async () => {});
}

function afterLeft(db: Db, work: () => Promise<void>): Promise<boolean> {
  const onError = (error: unknown) => {
    throw error;
  };
  const { signal: stopping } = new AbortController();
  return leadOnce(db, leaderLocks.engine, async (connection) => {
    await recover({ db: connection, stopping, onError });
    await work();
  });
}
