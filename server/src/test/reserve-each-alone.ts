import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { TestApp } from './test-app.ts';

/**
 * Makes of what was reserved in a round, in which each client has one bet, what releases before
 * wrote: a leg for each bet that names it. Databases keep those as they were written.
 */
export async function reserveEachAlone(app: TestApp, round: bigint): Promise<number> {
  return inTransaction(app.db, async (tx) => {
    await sql`alter table entries disable trigger user`.execute(tx);
    const { numAffectedRows } = await sql`
      update ${sql.table('entries')} h set bet_id = w.bet_id
      from transfers t, entries w, accounts a
      where t.round_id = ${round} and t.kind = 'stake' and h.transfer_id = t.id
        and h.bet_id is null and a.id = h.account_id and w.transfer_id = t.id
        and w.owner_id = a.user_id`.execute(tx);
    await sql`alter table entries enable trigger user`.execute(tx);
    return Number(numAffectedRows);
  });
}
