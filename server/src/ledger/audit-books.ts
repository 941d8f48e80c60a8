import { type RawBuilder, sql } from 'kysely';
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
    (select 'transfer ' || t.id || ' went from ' || f.currency || ' to ' || o.currency
     from transfers t join accounts f on f.id = t.from_account_id
     join accounts o on o.id = t.to_account_id
     where f.currency <> o.currency order by t.id limit 1)
    union all
    (select 'transfer ' || id || case when is_play then ' made play money real'
       else ' made real money play' end
     from (select t.id, ${isPlay('payer')} as is_play, ${isPlay('payee')} as becomes_play
       from transfers t left join bets b on b.id = t.bet_id
       join accounts payer on payer.id = t.from_account_id
       join accounts payee on payee.id = t.to_account_id
       join entries payer_entry
         on payer_entry.transfer_id = t.id and payer_entry.account_id = t.from_account_id
       join entries payee_entry
         on payee_entry.transfer_id = t.id and payee_entry.account_id = t.to_account_id) t
     where is_play <> becomes_play order by id limit 1)
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

/**
 * Whether one side of a transfer was play money when it was made: an account may have become
 * another kind since, but a wallet's entry, a bet, and the hold of a withdrawal tell what it was.
 */
function isPlay(side: 'payer' | 'payee'): RawBuilder<unknown> {
  const account = sql.table(side);
  return sql`case ${account}.kind
    when 'demo_treasury' then true
    when 'wallet' then ${sql.table(`${side}_entry`)}.is_demo
    when 'stakes' then b.is_demo
    when 'withdrawals' then (select e.is_demo from transfers h
      join entries e on e.transfer_id = h.id and e.owner_id = ${account}.user_id
      where h.cash_request_id = t.cash_request_id and h.kind = 'hold' order by h.id limit 1)
    else false end`;
}
