import { sql } from 'kysely';
import { sealAudits } from '../audit/audit-seals.ts';
import { betAudits } from '../bets/audit-bets.ts';
import { findFaultsBeside, type OnStep } from '../db/audit.ts';
import type { Db } from '../db/database.ts';
import { inWholeSnapshots } from '../db/whole-snapshot.ts';
import { bookAudits } from '../ledger/audit-books.ts';
import { roundAudits } from '../rounds/audit-rounds.ts';
import { reservedAudit } from './audit-reserved.ts';
import { rollupAudits } from './audit-rollups.ts';

const audits = [
  ...bookAudits,
  reservedAudit,
  ...rollupAudits,
  ...betAudits,
  ...roundAudits,
  ...sealAudits,
];

interface Scope {
  /** Unset: everything; else what was written from that day on (UTC). */
  since?: Date | undefined;
  onStep?: OnStep;
  /** How many of them it may take at a time; two are done sooner where there are two cores. */
  connections?: 1 | 2;
}

/** Every audit in one state of the database, of all that ever happened, archived or not. */
export async function auditAll(db: Db, scope: Scope = {}): Promise<string[]> {
  return inWholeSnapshots(db, scope.connections ?? 1, async (snapshots) => {
    for (const snapshot of snapshots) {
      await sql`select set_config('work_mem', '128MB', true), set_config('jit', 'off', true),
        set_config('random_page_cost', '1.5', true)`.execute(snapshot);
    }
    return findFaultsBeside(snapshots, audits, scope);
  });
}
