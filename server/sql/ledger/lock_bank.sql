-- Locks the account that a round's bets are settled against, and answers with its id: the house,
-- or for demo accounts the demo treasury. Each is split, and rounds take its parts in turn, so that
-- they do not wait for each other. People's accounts are locked before it; nobody but settlements
-- locks these parts, so it is the last in every order.
create or replace function lock_bank(p_round_id bigint, p_currency text, p_is_demo boolean)
returns bigint language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare v_id bigint;
begin
  select id into strict v_id from accounts
  where user_id is null and currency = p_currency and shard = 1 + p_round_id % 8
    and kind = case when p_is_demo then 'demo_treasury' else 'house' end
  for no key update;
  return v_id;
end $$;
