-- The legs of a bet on its client's own accounts. Of a transfer with many, those that take and let
-- go its stake are found by the bet they name, what it was paid by the moment, and what was
-- reserved, for all that the client bet together, beside the leg that took the stake; where a
-- release before reserved each stake alone, where its time was written. Of two, by the transfer.
create or replace function legs_of_bet(p_bet_id bigint)
returns table (
  transfer_id bigint, created_at timestamptz, account text, kind text, amount_minor bigint,
  balance_after_minor bigint, bets bigint
) language sql stable set enable_seqscan = off as $$
  with own as materialized (
    select a.id, a.kind, b.id as bet_id, b.created_at as placed, b.updated_at as ended
    from bets b join accounts a on a.user_id = b.user_id and a.currency = b.currency
    where b.id = p_bet_id and a.kind in ('wallet', 'stakes')
  ), outgoing as materialized (
    select e.* from own join entries e on e.bet_id = own.bet_id and e.amount_minor < 0
      and e.account_id = own.id
  ), reserved as materialized (
    select e.* from outgoing o join own on own.kind = 'stakes' and o.owner_id is not null
    join entries e on e.transfer_id = o.transfer_id and e.account_id = own.id and e.bet_id is null
  ), legs as (
    select * from outgoing
    union all
    select * from reserved
    union all
    select e.* from own join entries e on e.account_id = own.id and e.owner_id is not null
      and e.created_at = own.ended and e.bet_id = own.bet_id and e.amount_minor > 0
    union all
    select e.* from own join entries e on e.account_id = own.id and e.owner_id is null
      and e.created_at = own.placed and e.bet_id = own.bet_id and e.amount_minor > 0
    where not exists (select from reserved)
    union all
    select e.* from own join transfers t on t.bet_id = own.bet_id
    join entries e on e.transfer_id = t.id and e.account_id = own.id and e.bet_id is null
  )
  select l.transfer_id, l.created_at, own.kind, t.kind, l.amount_minor, l.balance_after_minor,
    case when l.bet_id is not null or t.round_id is null then 1 else (
      select count(*) from entries w join own a on a.kind = 'wallet' and w.account_id = a.id
      where w.owner_id is not null and w.created_at = l.created_at
        and w.transfer_id = l.transfer_id) end
  from legs l join own on own.id = l.account_id join transfers t on t.id = l.transfer_id
  order by l.created_at, l.transfer_id, l.amount_minor
$$;
grant execute on function legs_of_bet to node_role;
