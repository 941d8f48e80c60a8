import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What a bet's transfers must be: kind, from whose account, to whose, and how much. */
const moves = sql`
  select b.id, 'stake' as kind, w.id as from_id, s.id as to_id, b.stake_minor as amount
  from whole b join own w using (bet_id) join held s using (bet_id)
  union all
  select b.id, 'stake_taken', s.id, bank.id, b.stake_minor
  from whole b join held s using (bet_id) join banks bank using (bet_id) where b.type = 'settled'
  union all
  select b.id, 'payout', bank.id, w.id, b.won
  from whole b join own w using (bet_id) join banks bank using (bet_id)
  where b.type = 'settled' and b.won > 0
  union all
  select b.id, 'refund', s.id, w.id, b.stake_minor
  from whole b join own w using (bet_id) join held s using (bet_id) where b.type = 'void'`;

/** What a bet wins is worked out here from its multiplier with other arithmetic than the code's. */
const tables = sql`
  whole as (
    select b.*, b.id as bet_id, r.state, r.source, r.multiplier_hundredths as crash, r.flying_at,
      trunc(b.stake_minor::numeric * coalesce(b.cashout_hundredths, 0) * 0.01)::bigint as won
    from bets b join rounds r on r.id = b.round_id),
  own as (
    select b.id as bet_id, a.id from bets b join accounts a
      on a.user_id = b.user_id and a.currency = b.currency and a.kind = 'wallet'),
  held as (
    select b.id as bet_id, a.id from bets b join accounts a
      on a.user_id = b.user_id and a.currency = b.currency and a.kind = 'stakes'),
  banks as (
    select b.id as bet_id, a.id from bets b join accounts a on a.currency = b.currency
      and a.kind = case when b.is_demo then 'demo_treasury' else 'house' end),
  due as (${moves}),
  made as (
    select bet_id as id, kind, from_account_id as from_id, to_account_id as to_id,
      amount_minor as amount from transfers where bet_id is not null)`;

/**
 * Bets that were paid wrongly, twice or not at all, that ended otherwise than their round, or that
 * hold money without need: a sentence for each kind of fault, none when all is right.
 */
export async function betFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with ${tables}
    ${first('is owed a transfer that was not made', sql`(table due except all table made) odd`)}
    union all
    ${first('has a transfer that nobody owed', sql`(table made except all table due) odd`)}
    union all
    ${first(
      'ended otherwise than its round',
      sql`whole where type <> case state when 'crashed' then 'settled'
        when 'void' then 'void' else 'unsettled' end`,
    )}
    union all
    ${first('has another cash-out than its multiplier says', sql`whole where cashout_minor <> won`)}
    union all
    ${first(
      'left where its round was not',
      sql`whole where type = 'settled' and (cashout_hundredths > crash
        or (source = 'engine' and auto_hundredths is null and cashout_hundredths >= crash))`,
    )}
    union all
    ${first(
      'was not paid at its target',
      sql`whole where type = 'settled' and auto_hundredths <= crash
        and (cashout_hundredths is null or cashout_hundredths > auto_hundredths)`,
    )}
    union all
    ${first('was placed after the flight began', sql`whole where created_at > flying_at`)}
    union all
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' for bets' as fault
     from accounts a where a.kind = 'stakes' and a.balance_minor <> (
       select coalesce(sum(b.stake_minor), 0) from bets b
       where b.user_id = a.user_id and b.currency = a.currency and b.type = 'unsettled')
     order by a.id limit 1)`.execute(db);
  return rows.map((row) => row.fault);
}

function first(what: string, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select 'bet ' || id || ' ' || ${what}::text as fault from ${source}
    order by id limit 1)`;
}
