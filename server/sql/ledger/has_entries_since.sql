-- Whether any wallet has an entry of a moment or later.
create or replace function has_entries_since(p_at timestamptz, p_currencies text[])
returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return exists (
    select from unnest(p_currencies) money (currency)
    cross join (values (false), (true)) play (is_demo)
    cross join lateral (
      select from entries e
      where e.currency = money.currency and e.is_demo = play.is_demo and e.owner_id is not null
        and e.created_at >= p_at
      limit 1) e);
end $$;
