import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Whether a leg moved play money when it was made: an account may have become another kind since,
 * but a wallet's entry, a bet, and the hold of a withdrawal tell what it was.
 */
const isPlay = sql`case a.kind
  when 'demo_treasury' then true
  when 'wallet' then e.is_demo
  when 'stakes' then b.is_demo
  when 'withdrawals' then (select w.is_demo from transfers h
    join entries w on w.transfer_id = h.id and w.bet_id is null and w.owner_id = a.user_id
    where h.cash_request_id = t.cash_request_id and h.kind = 'hold' order by h.id limit 1)
  else false end`;

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
    (select 'transfer ' || min(t.id) || ' does not balance'
     from transfers t left join (
       select transfer_id, count(*) as legs, sum(amount_minor) as total,
         sum(greatest(amount_minor, 0)) as moved,
         min(account_id) filter (where amount_minor < 0) as from_account,
         min(account_id) filter (where amount_minor > 0) as to_account
       from entries group by transfer_id) e on e.transfer_id = t.id
     where (e.total = 0 and e.moved = t.amount_minor and (t.round_id is not null
       or (e.legs = 2 and e.from_account = t.from_account_id
         and e.to_account = t.to_account_id))) is not true
     having count(*) > 0)
    union all
    (select 'entry ' || min(e.id) || ' is of no transfer'
     from entries e left join transfers t on t.id = e.transfer_id
     where t.id is null having count(*) > 0)
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
    (select 'transfer ' || id || ' went from ' || one || ' to ' || other
     from (select e.transfer_id as id, min(a.currency) as one, max(a.currency) as other
       from entries e join accounts a on a.id = e.account_id
       group by e.transfer_id having min(a.currency) <> max(a.currency) offset 0) mixed
     order by id limit 1)
    union all
    (select 'transfer ' || id || case when came_from_play then ' made play money real'
       else ' made real money play' end
     from (select id, bool_or(is_play and amount < 0) as came_from_play
       from (select t.id, e.amount_minor as amount, ${isPlay} as is_play
         from transfers t join entries e on e.transfer_id = t.id
         join accounts a on a.id = e.account_id
         left join bets b on b.id = coalesce(e.bet_id, t.bet_id)) t
       -- The offset keeps the planner from walking along the ids to find the first of few.
       group by id having bool_or(is_play) <> bool_and(is_play) offset 0) crossed
     order by id limit 1)
    union all
    (select 'entry ' || id || ' is dated before the one before it'
     from (select id, created_at,
         lag(created_at) over (partition by account_id order by sequence) as before
       from entries) e
     where created_at < before and created_at >= (
       -- Until then settlements took their time before they locked the accounts.
       select timestamp::timestamptz from kysely_migration where name = '0032-rounds')
     order by id limit 1)
    union all
    (select 'account ' || id || ' holds more than can be told exactly'
     from accounts where kind = 'wallet' and balance_minor > 90000000000000 order by id limit 1)
    union all
    (select 'account ' || id || ' is below zero'
     from accounts where user_id is not null and balance_minor < 0 order by id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
