import { type RawBuilder, sql } from 'kysely';
import { type Audit, auditBy, findFaults, writtenSince } from '../db/audit.ts';
import type { Db } from '../db/database.ts';

/** What is wrong with a bet, beside its round; nothing for nearly all of them. */
const wrong = sql<string | null>`case
  when r.id is null then 'is of no round'
  when b.type = 'unsettled' and r.bets_have_ended then 'is open in a round whose bets have ended'
  when (b.type = 'settled' and r.state <> 'crashed') or (b.type = 'void' and r.state <> 'void'
    -- Given back all the same by somebody: who locked the client, or SUPER what could not settle.
    and not exists (select from transfers t
      where t.bet_id = b.id and t.kind = 'refund' and t.actor_id is not null)
    and not exists (select from entries e join transfers t on t.id = e.transfer_id
      where e.bet_id = b.id and e.amount_minor < 0 and t.kind = 'refund'
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

/**
 * What moved for each bet, added up: legs of its client's accounts by what they are for. The
 * house's side of a bet has no leg of its own where many are settled, and what is reserved for it
 * none where many are placed: that is looked at by transfer and client.
 */
function moved(since: Date | undefined) {
  const entries = writtenSince('entries', since);
  // What moves since a day for a bet of before is not held against what is due to it.
  const isAsked = (id: RawBuilder<unknown>) =>
    since ? sql`${id} in (select id from ${writtenSince('bets', since)} b)` : sql`true`;
  return sql`
    select e.id, count(*) as legs, min(a.user_id) as one, max(a.user_id) as other,
      min(a.currency) as currency, max(a.currency) as another,
      count(*) filter (where a.kind = 'wallet') as wallet,
      min(e.amount) filter (where a.kind = 'wallet') as spent,
      max(e.amount) filter (where a.kind = 'wallet') as paid,
      count(*) filter (where a.kind = 'stakes') as stakes,
      min(e.amount) filter (where a.kind = 'stakes') as let_go
    from (select bet_id as id, account_id, amount_minor as amount from ${entries} e
        where bet_id is not null and ${isAsked(sql`bet_id`)}
      union all
      select t.bet_id, e.account_id, e.amount_minor from transfers t
      join ${entries} e on e.transfer_id = t.id and e.bet_id is null
      where t.bet_id is not null and ${isAsked(sql`t.bet_id`)}) e
    join accounts a on a.id = e.account_id and a.user_id is not null
      and not (a.kind = 'stakes' and e.amount > 0)
    group by e.id`;
}

/** What is due to a bet: its stake spent and let go, and what it won or was given back. */
const due = sql`
  (m.legs = m.wallet + m.stakes and m.one = b.user_id and m.other = b.user_id
    and m.currency = b.currency and m.another = b.currency
    and m.spent = -b.stake_minor
    and case when b.type = 'unsettled' then m.stakes = 0
      else m.stakes = 1 and m.let_go = -b.stake_minor end
    and case when b.type = 'void' then m.wallet = 2 and m.paid = b.stake_minor
      when b.cashout_minor > 0 then m.wallet = 2 and m.paid = b.cashout_minor
      else m.wallet = 1 end)`;

export const betAudits: Audit[] = [
  auditBy(
    'bets and how they ended',
    (since) => sql`
      select distinct on (what) 'bet ' || id || ' ' || what as fault
      from (select b.id, ${wrong} as what
        from ${writtenSince('bets', since)} b left join rounds r on r.id = b.round_id) odd
      where what is not null order by what, id`,
  ),
  auditBy(
    'what moved for bets',
    (since) => sql`
      (select 'bet ' || coalesce(b.id, m.id) || ' was not paid once and rightly' as fault
       from ${writtenSince('bets', since)} b full join (${moved(since)}) m on m.id = b.id
       where ${due} is not true order by coalesce(b.id, m.id) limit 1)
      union all
      (select 'transfer ' || t.id || ' moved another sum to the house than its bets say'
       from (select t.id, sum(e.amount_minor) filter (where e.bet_id is null) as took,
           -sum(e.amount_minor) filter (where e.bet_id is not null) as left_over
         from ${writtenSince('transfers', since)} t
         join ${writtenSince('entries', since)} e on e.transfer_id = t.id
         where t.round_id is not null and t.kind <> 'stake' group by t.id) t
       where coalesce(took, 0) <> left_over order by t.id limit 1)
      union all
      (select 'transfer ' || t.id || ' reserved another sum for client ' || a.user_id
         || ' than it staked'
       from ${writtenSince('transfers', since)} t
       join ${writtenSince('entries', since)} e on e.transfer_id = t.id
       join accounts a on a.id = e.account_id
       where t.kind = 'stake' group by t.id, a.user_id
       having sum(e.amount_minor) <> 0 order by t.id, a.user_id limit 1)`,
  ),
];

/**
 * Works out every bet that has ended anew from its round's result, and compares what moved for it
 * with what is due to it. Answers with the first fault of each kind.
 */
export function auditBets(db: Db): Promise<string[]> {
  return findFaults(db, betAudits);
}
