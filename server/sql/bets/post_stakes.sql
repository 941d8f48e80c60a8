-- Holds the stakes of new bets, of one currency and one kind of money, as one transfer: out of each
-- wallet into its holding account. Arrays stand side by side, a place for each bet.
create or replace function post_stakes(
  p_round_id bigint, p_actor_id bigint, p_at timestamptz, p_currency text, p_is_demo boolean,
  p_bets bigint[], p_users bigint[], p_parents bigint[], p_stakes bigint[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_held record;
  v record;
begin
  select * into v_held
  from lock_wallets(array(select distinct unnest(p_users)), p_currency);
  select array_agg(c.wallet_id order by b.n) as wallets,
    array_agg(c.stakes_id order by b.n) as holds, array_agg(-b.stake order by b.n) as out
  into v from unnest(p_users, p_stakes) with ordinality b (user_id, stake, n)
  join unnest(v_held.user_ids, v_held.wallet_ids, v_held.stakes_ids)
    c (user_id, wallet_id, stakes_id) on c.user_id = b.user_id;
  perform post_set('stake', p_round_id, p_actor_id, p_at, 'Round ' || p_round_id || ': stakes',
    v.wallets || v.holds, v.out || p_stakes, p_bets || p_bets);
  perform add_set_to_statements(v.wallets, p_parents, v.out, p_currency, p_is_demo, p_at);
end $$;
