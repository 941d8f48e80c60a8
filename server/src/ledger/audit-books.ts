import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Checks the whole ledger and answers with the first fault of each kind, none when the books
 * balance: currencies add up to zero, balances equal their entries, nothing is below zero.
 */
export async function auditBooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'accounts in ' || currency || ' add up to ' || sum(balance_minor) as fault
    from accounts group by currency having sum(balance_minor) <> 0
    union all
    (select 'account ' || a.id || ' says ' || a.balance_minor || ' but its entries add up to '
       || coalesce(sum(e.amount_minor), 0)
     from accounts a left join entries e on e.account_id = a.id
     group by a.id
     having a.balance_minor <> coalesce(sum(e.amount_minor), 0) or a.entry_count <> count(e.id)
     order by a.id limit 1)
    union all
    (select 'transfer ' || t.id || ' does not balance'
     from transfers t left join entries e on e.transfer_id = t.id
     group by t.id, t.amount_minor
     having count(e.id) <> 2 or sum(e.amount_minor) <> 0 or max(e.amount_minor) <> t.amount_minor
     order by t.id limit 1)
    union all
    (select 'entry ' || id || ' does not continue the one before it'
     from (select id, balance_after_minor - amount_minor as before,
         coalesce(lag(balance_after_minor) over (partition by account_id order by sequence), 0)
           as expected
       from entries) e
     where before <> expected order by id limit 1)
    union all
    (select 'transfer ' || t.id || ' was made by nobody that is there'
     from transfers t left join users u on u.id = t.actor_id
     where t.actor_id is not null and u.id is null order by t.id limit 1)
    union all
    (select 'account ' || id || ' is below zero'
     from accounts where user_id is not null and balance_minor < 0 order by id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
