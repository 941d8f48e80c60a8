import { onTestFinished } from 'vitest';
import type { Db } from '../db/database.ts';

/**
 * A transaction that a test holds open beside other work. One that the test leaves open, because
 * something failed in between, is taken back: what waits for it would wait for the whole suite.
 */
export async function openTransaction(db: Db) {
  const tx = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute();
  });
  return tx;
}
