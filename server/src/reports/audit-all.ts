import { auditSeals } from '../audit/audit-seals.ts';
import type { Db } from '../db/database.ts';
import { inWholeSnapshot } from '../db/whole-snapshot.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { auditHolds } from './audit-holds.ts';
import { auditRollups } from './audit-rollups.ts';

/** Every audit in one state of the database, of all that ever happened, archived or not. */
export async function auditAll(db: Db): Promise<string[]> {
  return inWholeSnapshot(db, async (snapshot) => {
    const faults: string[] = [];
    for (const audit of [auditBooks, auditHolds, auditRollups, auditSeals]) {
      faults.push(...(await audit(snapshot)));
    }
    return faults;
  });
}
