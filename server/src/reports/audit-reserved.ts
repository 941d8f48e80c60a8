import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Checks that money which is held belongs to something: stakes to bets that are not settled,
 * withdrawals to requests that are not decided. Answers with the first fault of each kind.
 */
export async function auditReserved(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' but its unsettled bets are '
       || coalesce(sum(b.stake_minor), 0) as fault
     from accounts a left join bets b
       on b.user_id = a.user_id and b.currency = a.currency and b.type = 'unsettled'
     where a.kind = 'stakes' group by a.id
     having a.balance_minor <> coalesce(sum(b.stake_minor), 0) order by a.id limit 1)
    union all
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' but its pending requests are '
       || coalesce(sum(r.amount_minor), 0)
     from accounts a left join cash_requests r on r.user_id = a.user_id
       and r.currency = a.currency and r.type = 'withdraw' and r.status = 'pending'
     where a.kind = 'withdrawals' group by a.id
     having a.balance_minor <> coalesce(sum(r.amount_minor), 0) order by a.id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
