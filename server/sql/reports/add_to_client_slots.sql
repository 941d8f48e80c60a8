-- Adds bets that have just been settled to the play of their clients; arrays stand side by side.
create or replace function add_to_client_slots(
  p_currency text, p_is_demo boolean, p_users bigint[], p_parents bigint[], p_stakes bigint[],
  p_cashouts bigint[], p_placed timestamptz[]
) returns void language sql
set plan_cache_mode = force_generic_plan as $$
  insert into client_slots as c
  select parent_id, p_currency, p_is_demo, slot_of(placed), user_id, count(*), sum(stake),
    sum(cashout)
  from unnest(p_users, p_parents, p_stakes, p_cashouts, p_placed)
    b (user_id, parent_id, stake, cashout, placed)
  group by 1, 4, 5 order by 1, 4, 5
  on conflict (parent_id, currency, is_demo, slot_at, user_id) do update set
    bets = c.bets + excluded.bets,
    stakes_minor = c.stakes_minor + excluded.stakes_minor,
    cashouts_minor = c.cashouts_minor + excluded.cashouts_minor;
$$;
