-- Whether an account holds play money: a demo account's, or the treasury that it comes from.
create or replace function is_play_money(p_kind text, p_is_demo boolean) returns boolean
language sql immutable as $$
  select p_kind = 'demo_treasury' or coalesce(p_is_demo, false)
$$;
