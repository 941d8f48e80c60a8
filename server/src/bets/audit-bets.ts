import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What is wrong with a bet, beside its round; nothing for nearly all of them. */
const wrong = sql<string | null>`case
  when r.id is null then 'is of no round'
  when (b.type = 'settled' and r.state <> 'crashed') or (b.type = 'void' and r.state <> 'void'
    -- Given back all the same by somebody: who locked the client, or SUPER what could not settle.
    and not exists (select from transfers t
      where t.bet_id = b.id and t.kind = 'refund' and t.actor_id is not null)
    and not exists (select from entries e join transfers t on t.id = e.transfer_id
      where e.bet_id = b.id and e.owner_id is null and t.kind = 'refund'
        and t.actor_id is not null))
    then 'ended otherwise than its round'
  when b.cashout_minor is distinct from case b.type when 'settled'
    then div(b.stake_minor::numeric * coalesce(b.cashout_hundredths, 0), 100) end
    then 'has another cash-out than its stake and its multiplier say'
  when b.type = 'settled' and (b.cashout_hundredths <= 100
    or b.cashout_hundredths > r.multiplier_hundredths
    or (r.source = 'engine' and b.cashout_hundredths = r.multiplier_hundredths
      and b.cashout_hundredths is distinct from b.auto_hundredths))
    then 'left where its round was not'
  when b.type = 'settled' and b.auto_hundredths <= r.multiplier_hundredths
    and (b.cashout_hundredths <= b.auto_hundredths) is not true then 'did not leave at its target'
end`;

/** What is due to a bet: its stake held, and how it ended, as legs of its client's accounts. */
const due = sql`
  select b.id, leg.account_id, leg.amount
  from bets b
  left join accounts wallet on wallet.user_id = b.user_id and wallet.kind = 'wallet'
    and wallet.currency = b.currency
  left join accounts stakes on stakes.user_id = b.user_id and stakes.kind = 'stakes'
    and stakes.currency = b.currency
  cross join lateral (values
    (wallet.id, -b.stake_minor),
    (stakes.id, b.stake_minor),
    (stakes.id, case when b.type <> 'unsettled' then -b.stake_minor end),
    (wallet.id, case b.type when 'settled' then b.cashout_minor when 'void' then b.stake_minor end)
  ) leg (account_id, amount)
  where leg.amount <> 0`;

/** What moved for it. The house's side of a bet has no leg of its own where many are settled. */
const moved = sql`
  select coalesce(e.bet_id, t.bet_id), e.account_id, e.amount_minor
  from entries e join transfers t on t.id = e.transfer_id
  join accounts a on a.id = e.account_id and a.user_id is not null
  where e.bet_id is not null or t.bet_id is not null`;

/**
 * Works out every bet that has ended anew from its round's result, and compares what moved for it
 * with what is due to it. Answers with the first fault of each kind.
 */
export async function auditBets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    (select distinct on (what) 'bet ' || id || ' ' || what as fault
     from (select b.id, ${wrong} as what from bets b left join rounds r on r.id = b.round_id) odd
     where what is not null order by what, id)
    union all
    (select 'bet ' || id || ' was not paid once and rightly'
     from (select *, 1 as count from (${due}) due (id, account_id, amount)
       union all select *, -1 from (${moved}) moved (id, account_id, amount)) legs
     group by id, account_id, amount having sum(count) <> 0 order by id limit 1)
    union all
    (select 'transfer ' || t.id || ' moved another sum to the house than its bets say'
     from (select t.id, sum(e.amount_minor) filter (where e.bet_id is null) as took,
         -sum(e.amount_minor) filter (where e.bet_id is not null) as left_over
       from transfers t join entries e on e.transfer_id = t.id
       where t.round_id is not null group by t.id) t
     where coalesce(took, 0) <> left_over order by t.id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
