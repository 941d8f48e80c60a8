import { sql } from 'kysely';
import { auditSeals } from '../audit/audit-seals.ts';
import type { Db } from '../db/database.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { auditHolds } from './audit-holds.ts';
import { auditRollups } from './audit-rollups.ts';

/**
 * Every audit in one state of the database. Where old months were archived, their rows count: what
 * the ledger and the rollups say is of all that ever happened.
 */
export async function auditAll(db: Db): Promise<string[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    if (await hasArchive(tx)) await sql`call archive.show_whole()`.execute(tx);
    const faults: string[] = [];
    for (const audit of [auditBooks, auditHolds, auditRollups, auditSeals]) {
      faults.push(...(await audit(tx)));
    }
    return faults;
  } finally {
    // Nothing was written but what the archive shows for this transaction.
    await tx.rollback().execute();
  }
}

async function hasArchive(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regproc('archive.show_whole') is not null as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}
