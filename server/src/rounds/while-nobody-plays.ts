import type { Db } from '../db/database.ts';
import { leadOnce } from '../db/lead.ts';
import { leaderLocks } from '../kernel/leader-locks.ts';
import { recover } from './land.ts';

/**
 * Does what goes with no running round: what the last node left comes to its end first, and none
 * plays meanwhile.
 */
export async function whileNobodyPlays(db: Db, work: () => Promise<void>): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const { signal: stopping } = new AbortController();
  const isDone = await leadOnce(db, leaderLocks.engine, async (connection) => {
    await recover({ db: connection, stopping, onError });
    await work();
  });
  if (!isDone) {
    throw new Error('A node runs rounds on this database: stop it, or start it with ENGINE=off.');
  }
}
