-- Up to where statements are folded next: of what wallets moved from a moment on and before
-- another, about so many entries, so that no step takes long however much there is. None
-- where nothing moved.
create or replace function folding_end(
  p_from timestamptz, p_before timestamptz, p_currencies text[], p_entries int
) returns timestamptz language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare v_end timestamptz;
begin
  select case when bool_or(first.created_at is not null) then least(p_before,
    date_trunc('milliseconds', min(enough.created_at) + interval '1 millisecond')) end
  into v_end
  from unnest(p_currencies) money (currency)
  cross join (values (false), (true)) play (is_demo)
  left join lateral (
    select created_at from entries e
    where e.currency = money.currency and e.is_demo = play.is_demo and e.owner_id is not null
      and e.created_at >= p_from and e.created_at < p_before
    order by e.created_at limit 1) first on true
  left join lateral (
    select created_at from entries e
    where e.currency = money.currency and e.is_demo = play.is_demo and e.owner_id is not null
      and e.created_at >= p_from and e.created_at < p_before
    order by e.created_at offset p_entries limit 1) enough on true;
  return v_end;
end $$;
