-- Holds the stakes of new bets, of one currency and one kind of money, as one transfer: out of each
-- wallet into its holding account. Arrays stand side by side, a place for each bet, those of a
-- client in their order. The caller has locked the accounts and taken the time after it.
create or replace function post_stakes(
  p_round_id bigint, p_actor_id bigint, p_at timestamptz, p_currency text, p_is_demo boolean,
  p_bets bigint[], p_users bigint[], p_parents bigint[], p_stakes bigint[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_clients bigint[] := array(select distinct unnest(p_users));
  v_transfer bigint;
  v record;
begin
  select array_agg(b.user_id) as users, array_agg(b.bets) as bets, array_agg(b.stake) as stakes,
    sum(b.stake)::bigint as total, array_agg(a.wallet_id) as wallets,
    array_agg(a.wallet) as balances, array_agg(a.wallet_count) as counts,
    array_agg(a.hold_id) as holds, array_agg(a.held) as held,
    array_agg(a.hold_count) as hold_counts
  into v
  from (
    select user_id, count(*) as bets, sum(stake)::bigint as stake
    from unnest(p_users, p_stakes) b (user_id, stake) group by user_id) b
  join (
    select w.user_id, w.id as wallet_id, w.balance_minor as wallet, w.entry_count as wallet_count,
      s.id as hold_id, s.balance_minor as held, s.entry_count as hold_count
    from (select * from accounts
      where user_id = any (v_clients) and kind = 'wallet' and currency = p_currency) w
    join (select * from accounts
      where user_id = any (v_clients) and kind = 'stakes' and currency = p_currency) s
      on s.user_id = w.user_id) a on a.user_id = b.user_id;
  insert into transfers (kind, amount_minor, actor_id, remarks, round_id, created_at)
  values ('stake', v.total, p_actor_id, 'Round ' || p_round_id || ': stakes', p_round_id, p_at)
  returning id into v_transfer;
  insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo, bet_id)
  with staked as materialized (
    select b.bet_id, b.user_id, b.parent_id, b.stake, row_number() over so_far as turn,
      (sum(b.stake) over so_far)::bigint as total, c.wallet_id, c.wallet, c.wallet_count,
      c.hold_id, c.held, c.hold_count
    from unnest(p_bets, p_users, p_parents, p_stakes) with ordinality
      b (bet_id, user_id, parent_id, stake, n)
    join unnest(v.users, v.wallets, v.balances, v.counts, v.holds, v.held, v.hold_counts)
      c (user_id, wallet_id, wallet, wallet_count, hold_id, held, hold_count)
      on c.user_id = b.user_id
    window so_far as (partition by b.user_id order by b.n))
  select wallet_id, wallet_count + turn, v_transfer, -stake, wallet - total, p_at, user_id,
    parent_id, p_currency, p_is_demo, bet_id from staked
  union all
  select hold_id, hold_count + turn, v_transfer, stake, held + total, p_at, null, null, null, null,
    bet_id from staked;
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.legs
  from (
    select id, -stake, legs from unnest(v.wallets, v.stakes, v.bets) w (id, stake, legs)
    union all
    select id, stake, legs from unnest(v.holds, v.stakes, v.bets) s (id, stake, legs)
  ) moved (id, amount, legs)
  where a.id = moved.id and a.id = any (v.wallets || v.holds);
  perform add_late_to_statements(v_transfer, p_currency, p_at);
end $$;
