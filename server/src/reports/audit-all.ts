import { auditSeals } from '../audit/audit-seals.ts';
import { auditBets } from '../bets/audit-bets.ts';
import type { Db } from '../db/database.ts';
import { inWholeSnapshot } from '../db/whole-snapshot.ts';
import { auditBooks } from '../ledger/audit-books.ts';
import { auditRounds } from '../rounds/audit-rounds.ts';
import { auditReserved } from './audit-reserved.ts';
import { auditRollups } from './audit-rollups.ts';

const audits = [auditBooks, auditReserved, auditRollups, auditBets, auditRounds, auditSeals];

/** Every audit in one state of the database, of all that ever happened, archived or not. */
export async function auditAll(db: Db): Promise<string[]> {
  return inWholeSnapshot(db, async (snapshot) => {
    const faults: string[] = [];
    for (const audit of audits) {
      faults.push(...(await audit(snapshot)));
    }
    return faults;
  });
}
