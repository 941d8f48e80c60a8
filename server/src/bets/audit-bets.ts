import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What is wrong with a bet, beside its round; nothing for nearly all of them. */
const wrong = sql<string | null>`case
  when r.id is null then 'is of no round'
  when (b.type = 'settled' and r.state <> 'crashed') or (b.type = 'void' and r.state <> 'void'
    -- Given back all the same by somebody: who locked the client, or SUPER what could not settle.
    and not exists (select from transfers t
      where t.bet_id = b.id and t.kind = 'refund' and t.actor_id is not null))
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

/** The transfers that are due to a bet: one for its stake, and how it ended. */
const due = sql`
  select b.id, step.kind, step.from_id, step.to_id, step.amount
  from bets b
  left join accounts wallet on wallet.user_id = b.user_id and wallet.kind = 'wallet'
    and wallet.currency = b.currency
  left join accounts stakes on stakes.user_id = b.user_id and stakes.kind = 'stakes'
    and stakes.currency = b.currency
  left join accounts bank on bank.user_id is null and bank.currency = b.currency
    and bank.kind = case when b.is_demo then 'demo_treasury' else 'house' end
  cross join lateral (values
    (b.type, 'stake', wallet.id, stakes.id, b.stake_minor),
    ('settled', 'stake_taken', stakes.id, bank.id, b.stake_minor),
    ('settled', 'payout', bank.id, wallet.id, b.cashout_minor),
    ('void', 'refund', stakes.id, wallet.id, b.stake_minor)
  ) step (type, kind, from_id, to_id, amount)
  where step.type = b.type and step.amount > 0`;

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
     from (select *, 1 as count from (${due}) due
       union all select bet_id, kind, from_account_id, to_account_id, amount_minor, -1
       from transfers where bet_id is not null) moved
     group by id, kind, from_id, to_id, amount having sum(count) <> 0 order by id limit 1)
  `.execute(db);
  return rows.map((row) => row.fault);
}
