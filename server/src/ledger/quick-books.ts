import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * What of the books can be checked in a moment, however many entries there are: currencies add up
 * to zero, and every account says what its newest entry says. The whole is `auditBooks`.
 */
export async function checkBooksQuickly(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'accounts in ' || currency || ' add up to ' || sum(balance_minor) as fault
    from accounts group by currency having sum(balance_minor) <> 0
    union all
    (select 'account ' || a.id || ' says ' || a.balance_minor || ' but its newest entry '
       || coalesce(e.balance_after_minor::text, 'is gone')
     from accounts a left join entries e
       on e.account_id::int = a.id::int and e.sequence::int = a.entry_count::int
     where a.balance_minor <> coalesce(e.balance_after_minor, 0)
       or (a.entry_count > 0 and e.id is null)
     order by a.id limit 1)`.execute(db);
  return rows.map(({ fault }) => fault);
}
