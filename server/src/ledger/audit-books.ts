import { type RawBuilder, sql } from 'kysely';
import { type Audit, auditBy, findFaults, writtenSince } from '../db/audit.ts';
import type { Db } from '../db/database.ts';

/**
 * Whether a leg moved play money when it was made: an account may have become another kind since,
 * but a wallet's entry, a bet, and the hold of a withdrawal tell what it was. What is reserved for
 * many bets does not: the legs out of its client's wallet, which add up to it, stand beside it.
 */
const isPlay = sql`case a.kind
  when 'demo_treasury' then true
  when 'wallet' then e.is_demo
  when 'stakes' then b.is_demo
  when 'withdrawals' then (select w.is_demo from transfers h
    join entries w on w.transfer_id = h.id and w.bet_id is null and w.owner_id = a.user_id
    where h.cash_request_id = t.cash_request_id and h.kind = 'hold' order by h.id limit 1)
  else false end`;

const accounts = sql`
  select 'accounts in ' || currency || ' add up to ' || sum(balance_minor) as fault
  from accounts group by currency having sum(balance_minor) <> 0
  union all
  (select 'account ' || id || ' holds more than can be told exactly'
   from accounts where kind = 'wallet' and balance_minor > 90000000000000 order by id limit 1)
  union all
  (select 'account ' || id || ' is below zero'
   from accounts where user_id is not null and balance_minor < 0 order by id limit 1)
  union all
  (select 'account ' || id || ' is none that can be'
   from accounts where is_possible_account(kind, user_id, currency, shard) is not true
   order by id limit 1)`;

/** What an account holds is the sum of its entries; of a few days, what the newest of them says. */
function balances(since: Date | undefined): RawBuilder<unknown> {
  const told = since
    ? sql`left join lateral (
        select sequence as count, balance_after_minor as total from entries e
        where e.account_id::int = a.id::int order by e.sequence::int desc limit 1) e on true`
    : sql`left join (
        select account_id, count(*) as count, sum(amount_minor) as total
        from entries group by account_id) e on e.account_id = a.id`;
  return sql`
    select 'account ' || a.id || ' says ' || a.balance_minor || ' but its entries add up to '
      || coalesce(e.total, 0) as fault
    from accounts a ${told}
    where a.balance_minor <> coalesce(e.total, 0) or a.entry_count <> coalesce(e.count, 0)
    order by a.id limit 1`;
}

/** Every entry goes on from the one before it, in its balance and in time. */
function chains(since: Date | undefined): RawBuilder<unknown> {
  return sql`
    with odd as materialized (
      select id, before <> expected as is_torn, created_at < last_at as is_early, created_at
      from (
        select id, created_at, balance_after_minor - amount_minor as before,
          coalesce(case when lag(sequence) over in_turn = sequence - 1
            then lag(balance_after_minor) over in_turn
            else (select p.balance_after_minor from entries p
              where p.account_id::int = e.account_id::int
                and p.sequence::int = e.sequence::int - 1) end, 0)
            as expected,
          lag(created_at) over in_turn as last_at
        from ${writtenSince('entries', since)} e
        window in_turn as (partition by account_id order by sequence)) e
      where before <> expected or created_at < last_at)
    (select 'entry ' || id || ' does not continue the one before it' as fault
     from odd where is_torn order by id limit 1)
    union all
    (select 'entry ' || id || ' is dated before the one before it'
     from odd where is_early and created_at >= (
       -- Until then settlements took their time before they locked the accounts.
       select timestamp::timestamptz from kysely_migration where name = '0032-rounds')
     order by id limit 1)`;
}

/** The legs of a transfer, looked at together: what they add up to, and what money they moved. */
function transfers(since: Date | undefined): RawBuilder<unknown> {
  return sql`
    with sums as materialized (
      select id, count(*) as legs, sum(amount) as total, sum(greatest(amount, 0)) as moved,
        min(account_id) filter (where amount < 0) as from_account,
        min(account_id) filter (where amount > 0) as to_account,
        min(currency) as one, max(currency) as other,
        bool_or(is_play) <> bool_and(is_play) as is_crossed
      from (
        select t.id, e.amount_minor as amount, e.account_id, a.currency, ${isPlay} as is_play
        from ${writtenSince('transfers', since)} t
        left join ${writtenSince('entries', since)} e on e.transfer_id = t.id
        left join accounts a on a.id = e.account_id
        left join bets b
          on b.id = case a.kind when 'stakes' then coalesce(e.bet_id, t.bet_id) end
        -- What a leg moved is worked out once for each, not for both of its uses.
        offset 0) leg
      group by id)
    (select 'transfer ' || min(t.id) || ' does not balance' as fault
     from sums s join transfers t on t.id = s.id
     where (s.total = 0 and s.moved = t.amount_minor and (t.round_id is not null
       or (s.legs = 2 and s.from_account = t.from_account_id
         and s.to_account = t.to_account_id))) is not true
     having count(*) > 0)
    union all
    (select 'transfer ' || id || ' went from ' || one || ' to ' || other
     from sums where one <> other order by id limit 1)
    union all
    (select 'transfer ' || id || ' is none that can be'
     from ${writtenSince('transfers', since)} t
     where (is_possible_transfer(kind, bet_id, round_id) and amount_minor > 0) is not true
     order by id limit 1)
    union all
    (select 'transfer ' || s.id || case when bool_or(${isPlay} and e.amount_minor < 0)
       then ' made play money real' else ' made real money play' end
     from (select id from sums where is_crossed order by id limit 1) s
     join transfers t on t.id = s.id join entries e on e.transfer_id = t.id
     join accounts a on a.id = e.account_id left join bets b on b.id = coalesce(e.bet_id, t.bet_id)
     group by s.id)`;
}

function origins(since: Date | undefined): RawBuilder<unknown> {
  return sql`
    (select 'entry ' || min(e.id) || ' is of no transfer' as fault
     from ${writtenSince('entries', since)} e left join transfers t on t.id = e.transfer_id
     where t.id is null having count(*) > 0)
    union all
    (select 'transfer ' || t.id || ' was made by nobody that is there'
     from ${writtenSince('transfers', since)} t left join users u on u.id = t.actor_id
     where t.actor_id is not null and u.id is null order by t.id limit 1)`;
}

export const bookAudits: Audit[] = [
  auditBy('accounts', () => accounts),
  auditBy('balances', balances),
  auditBy('entries in their order', chains),
  auditBy('transfers and their legs', transfers),
  auditBy('where entries come from', origins),
];

/**
 * Checks the whole ledger and answers with the first fault of each kind, none when the books
 * balance: currencies add up to zero, balances equal their entries, nothing is below zero.
 */
export function auditBooks(db: Db): Promise<string[]> {
  return findFaults(db, bookAudits);
}
