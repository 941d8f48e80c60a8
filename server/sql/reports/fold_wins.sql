-- Writes the five largest wins of each branch in the day (UTC) that ends at a moment.
create or replace function fold_wins(p_at timestamptz, p_currencies text[])
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare v_from timestamptz := p_at - interval '24 hours';
begin
  insert into big_win_days as kept
  select operator_id, currency, (v_from at time zone 'UTC')::date, place, slot_at, round_id,
    user_id, stake_minor, cashout_minor
  from (
    select w.*, row_number() over (partition by w.operator_id, w.currency
        order by w.cashout_minor - w.stake_minor desc, w.round_id, w.user_id, w.stake_minor)
      as place
    from users o cross join unnest(p_currencies) money (currency)
    cross join lateral (
      select operator_id, currency, slot_at, round_id, user_id, stake_minor, cashout_minor
      from big_wins where operator_id = o.id and currency = money.currency and not is_demo
        and slot_at >= v_from and slot_at < p_at) w
    where o.role <> 'USER'
  ) ranked where place <= 5
  on conflict (operator_id, currency, day, place) do update set
    slot_at = excluded.slot_at,
    round_id = excluded.round_id,
    user_id = excluded.user_id,
    stake_minor = excluded.stake_minor,
    cashout_minor = excluded.cashout_minor;
end $$;
