-- When the oldest entry was written that no sum of statements holds; none where there is none. An
-- index gives it for each currency, however much waits.
create or replace function unfolded_since() returns timestamptz
language plpgsql stable security definer set search_path from current
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_from timestamptz := (select folded_until from statement_folding);
  v_since timestamptz;
begin
  select min(first.created_at) into v_since
  from unnest(currencies_of_money()) money (currency)
  cross join (values (false), (true)) play (is_demo)
  cross join lateral (
    select created_at from entries e
    where e.currency = money.currency and e.is_demo = play.is_demo and e.owner_id is not null
      and e.created_at >= v_from
    order by e.created_at limit 1) first;
  return v_since;
end $$;
grant execute on function unfolded_since to node_role;
