-- Locks every account that the money of these bets may come from or go to, in the order of ids.
create or replace function lock_accounts_of_bets(p_bet_ids bigint[]) returns void
language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
begin
  perform 1 from accounts where id in (
    select a.id from unnest(p_bet_ids) placed (id) join bets b on b.id = placed.id
    join accounts a on a.user_id = b.user_id and a.currency = b.currency
      and a.kind in ('wallet', 'stakes')
    union
    select a.id from (
      select distinct b.currency, b.is_demo
      from unnest(p_bet_ids) placed (id) join bets b on b.id = placed.id) money
    join accounts a on a.user_id is null and a.currency = money.currency
      and a.kind = case when money.is_demo then 'demo_treasury' else 'house' end)
  order by id for no key update;
end $$;
