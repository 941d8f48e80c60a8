-- Folds what follows a moment, and answers up to where: an hour, with the last of a day its day,
-- and a day or a month at once where nobody played in it.
create or replace function fold_next(
  p_from timestamptz, p_until timestamptz, p_currencies text[]
) returns timestamptz language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_day timestamptz := p_from + interval '24 hours';
  v_month timestamptz := date_trunc('month', p_from + interval '32 days', 'UTC');
  v_at timestamptz := p_from + interval '1 hour';
  v_play timestamptz;
begin
  if p_from = date_trunc('day', p_from, 'UTC') then
    select min(c.slot_at) into v_play
    from users o cross join unnest(p_currencies) money (currency)
    cross join lateral (
      select slot_at from client_slots where parent_id = o.id and currency = money.currency
        and not is_demo and slot_at >= p_from order by slot_at limit 1) c
    where o.role <> 'USER';
    v_play := least(v_play, p_until);
    if v_play >= v_month and p_from = date_trunc('month', p_from, 'UTC') then
      return v_month;
    end if;
    if v_play >= v_day then
      perform fold_period('month', v_day, p_currencies);
      return v_day;
    end if;
  end if;
  perform fold_period('day', v_at, p_currencies);
  if v_at = date_trunc('day', v_at, 'UTC') then
    perform fold_period('month', v_at, p_currencies);
    perform fold_wins(v_at, p_currencies);
  end if;
  return v_at;
end $$;
