-- Writes what the clients of each operator played from the beginning of a period up to a moment:
-- what they had a step before, and what came in that step. Hours are made of quarters of an hour,
-- days of what their last hour says. Written anew it only grows, since no bet that ended is undone.
create or replace function fold_step(p_period text, p_at timestamptz, p_currencies text[])
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_step interval := case p_period when 'day' then '1 hour' else '24 hours' end;
  v_from timestamptz := p_at - v_step;
  -- What ends a period belongs to it, and the first step of one has none before it.
  v_is_first boolean := v_from = date_trunc(p_period, v_from, 'UTC');
begin
  insert into play_so_far as kept
  select p_period, p_at, currency, parent_id, array_agg(user_id order by user_id),
    array_agg(bets order by user_id), array_agg(stakes order by user_id),
    array_agg(cashouts order by user_id)
  from (
    select currency, parent_id, user_id, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(cashouts)::bigint as cashouts
    from (
      select currency, parent_id, unnest(users), unnest(bets), unnest(stakes_minor),
        unnest(cashouts_minor)
      from play_so_far where period = p_period and at = v_from and not v_is_first
      union all
      select c.currency, c.parent_id, c.user_id, c.bets, c.stakes_minor, c.cashouts_minor
      from users o cross join unnest(p_currencies) money (currency)
      join client_slots c on c.parent_id = o.id and c.currency = money.currency and not c.is_demo
        and c.slot_at >= v_from and c.slot_at < p_at
      where o.role <> 'USER' and p_period = 'day'
      union all
      select currency, parent_id, unnest(users), unnest(bets), unnest(stakes_minor),
        unnest(cashouts_minor)
      from play_so_far where period = 'day' and at = p_at and p_period = 'month'
    ) part (currency, parent_id, user_id, bets, stakes, cashouts)
    group by 1, 2, 3
  ) client
  group by currency, parent_id
  on conflict (period, at, currency, parent_id) do update set
    users = excluded.users,
    bets = excluded.bets,
    stakes_minor = excluded.stakes_minor,
    cashouts_minor = excluded.cashouts_minor;
end $$;
