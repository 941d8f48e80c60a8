import { sql } from 'kysely';
import { type Audit, auditBy } from '../db/audit.ts';
import { isOpen } from '../rounds/open-bets.ts';

/**
 * Money which is held belongs to something: stakes to bets that are not settled, withdrawals to
 * requests that are not decided. What is held now is always looked at as a whole.
 */
export const reservedAudit: Audit = auditBy(
  'money that is reserved',
  () => sql`
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' but its unsettled bets are '
       || coalesce(b.held, 0) as fault
     from accounts a left join (
       select b.user_id, b.currency, sum(b.stake_minor) as held from bets b
       where ${isOpen} group by b.user_id, b.currency) b
       on b.user_id = a.user_id and b.currency = a.currency
     where a.kind = 'stakes' and a.balance_minor <> coalesce(b.held, 0) order by a.id limit 1)
    union all
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' but its pending requests are '
       || coalesce(r.held, 0)
     from accounts a left join (
       select user_id, currency, sum(amount_minor) as held from cash_requests
       where type = 'withdraw' and status = 'pending' group by user_id, currency) r
       on r.user_id = a.user_id and r.currency = a.currency
     where a.kind = 'withdrawals' and a.balance_minor <> coalesce(r.held, 0)
     order by a.id limit 1)`,
);
