-- Writes what the clients of each operator played in a part of a day or of a month: what is known
-- of a shorter one, and what came in the hour or day beside it. Hours are made of quarters of an
-- hour, days of what their last hour says. Written anew it only grows: no bet that ended is undone.
create or replace function fold_step(
  p_period text, p_at timestamptz, p_known timestamptz, p_from timestamptz, p_to timestamptz,
  p_currencies text[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare v_is_hour boolean := p_to = p_from + interval '1 hour';
begin
  insert into play_so_far as kept
  select p_period, p_at, currency, parent_id, array_agg(user_id order by user_id),
    array_agg(bets order by user_id), array_agg(stakes order by user_id),
    array_agg(pl order by user_id), sum(bets), sum(stakes), sum(pl)
  from (
    select currency, parent_id, user_id, sum(bets)::int as bets, sum(stakes)::bigint as stakes,
      sum(pl)::bigint as pl
    from (
      select currency, parent_id, unnest(users), unnest(bets), unnest(stakes_minor),
        unnest(pl_minor)
      from play_so_far where (period, at) in ((p_period, p_known), ('day', case
        when not v_is_hour then p_to end))
      union all
      select c.currency, c.parent_id, c.user_id, c.bets, c.stakes_minor,
        c.stakes_minor - c.cashouts_minor
      from users o cross join unnest(p_currencies) money (currency)
      join client_slots c on c.parent_id = o.id and c.currency = money.currency and not c.is_demo
        and c.slot_at >= p_from and c.slot_at < p_to
      where o.role <> 'USER' and v_is_hour
    ) part (currency, parent_id, user_id, bets, stakes, pl)
    group by 1, 2, 3
  ) client
  group by currency, parent_id
  on conflict (period, at, currency, parent_id) do update set
    users = excluded.users,
    bets = excluded.bets,
    stakes_minor = excluded.stakes_minor,
    pl_minor = excluded.pl_minor,
    all_bets = excluded.all_bets,
    all_stakes_minor = excluded.all_stakes_minor,
    all_pl_minor = excluded.all_pl_minor;
end $$;
