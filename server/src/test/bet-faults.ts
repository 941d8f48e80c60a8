import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The account of a bet's client. */
function account(kind: 'wallet' | 'stakes'): RawBuilder<unknown> {
  return sql`(select id from accounts
    where user_id = b.user_id and kind = ${kind}::text and currency = b.currency)`;
}

/**
 * Every bet with its round, with the legs that were made for it and with those that are due to it,
 * but for what is reserved, which bets may share. What it wins is worked out with other arithmetic
 * than the code's.
 */
const whole = sql`
  select b.*, r.state, r.source, r.multiplier_hundredths as crash, r.flying_at, won.minor as won,
    moved.made,
    array_remove(array[
      case when b.type = 'void' then 'refund ' || a.stakes || ' ' || -b.stake_minor end,
      case when b.type = 'void' then 'refund ' || a.wallet || ' ' || b.stake_minor end,
      case when b.type = 'settled' then 'settlement ' || a.stakes || ' ' || -b.stake_minor end,
      case when b.type = 'settled' and won.minor > 0 then
        'settlement ' || a.wallet || ' ' || won.minor end,
      'stake ' || a.wallet || ' ' || -b.stake_minor
    ], null) as due
  from bets b join rounds r on r.id = b.round_id
  left join (
    select coalesce(e.bet_id, t.bet_id) as bet_id, array_agg(t.kind || ' ' || e.account_id || ' '
      || e.amount_minor order by t.kind, e.amount_minor) as made
    from entries e join transfers t on t.id = e.transfer_id
    join accounts a on a.id = e.account_id
    where a.kind <> 'stakes' or e.amount_minor < 0 group by 1
  ) moved on moved.bet_id = b.id
  cross join lateral (
    select ${account('wallet')} as wallet, ${account('stakes')} as stakes
  ) a
  cross join lateral (
    select trunc(b.stake_minor::numeric * coalesce(b.cashout_hundredths, 0) * 0.01)::bigint as minor
  ) won`;

/**
 * Bets that were paid wrongly, twice or not at all, that ended otherwise than their round, or that
 * hold money without need: a sentence for each kind of fault, none when all is right.
 */
export async function betFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with whole as materialized (${whole})
    ${first('was not paid once and rightly', sql`made is distinct from due`)}
    union all
    ${first(
      'ended otherwise than its round',
      sql`type <> case state when 'crashed' then 'settled' when 'void' then 'void'
        else 'unsettled' end`,
    )}
    union all
    ${first('has another cash-out than its multiplier says', sql`cashout_minor <> won`)}
    union all
    ${first(
      'left where its round was not',
      sql`type = 'settled' and (cashout_hundredths > crash
        or (source = 'engine' and auto_hundredths is null and cashout_hundredths >= crash))`,
    )}
    union all
    ${first(
      'was not paid at its target',
      sql`type = 'settled' and auto_hundredths <= crash
        and (cashout_hundredths is null or cashout_hundredths > auto_hundredths)`,
    )}
    union all
    ${first('was placed after the flight began', sql`created_at > flying_at`)}
    union all
    (select 'transfer ' || e.transfer_id || ' reserved other than what client ' || a.user_id
       || ' staked'
     from entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
     where t.kind = 'stake' group by e.transfer_id, a.user_id
     having sum(e.amount_minor) filter (where a.kind = 'stakes')
       is distinct from -sum(e.amount_minor) filter (where a.kind = 'wallet')
     order by e.transfer_id limit 1)
    union all
    (select 'account ' || a.id || ' holds ' || a.balance_minor || ' for bets' as fault
     from accounts a where a.kind = 'stakes' and a.balance_minor <> (
       select coalesce(sum(b.stake_minor), 0) from bets b
       where b.user_id = a.user_id and b.currency = a.currency and b.type = 'unsettled')
     order by a.id limit 1)`.execute(db);
  return rows.map((row) => row.fault);
}

function first(what: string, isFault: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select 'bet ' || id || ' ' || ${what}::text as fault from whole
    where ${isFault} order by id limit 1)`;
}
