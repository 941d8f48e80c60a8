-- Adds entries of wallets, from a moment on and before another, to what statements count and add
-- up: those of one transfer, or all. Nobody else writes these sums meanwhile but for transfers of
-- their own.
create or replace function add_to_statements(
  p_from timestamptz, p_before timestamptz, p_currencies text[], p_transfer_id bigint
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with moved as materialized (
    select e.account_id, e.owner_id, e.currency, e.is_demo, slot_of(e.created_at) as slot_at,
      count(*) as entries, sum(greatest(e.amount_minor, 0))::bigint as came,
      sum(greatest(-e.amount_minor, 0))::bigint as went
    from unnest(p_currencies) money (currency)
    cross join (values (false), (true)) play (is_demo)
    join entries e on e.currency = money.currency and e.is_demo = play.is_demo
      and e.owner_id is not null and e.created_at >= p_from and e.created_at < p_before
      and (p_transfer_id is null or e.transfer_id = p_transfer_id)
    group by 1, 2, 3, 4, 5
  ), days as (
    insert into wallet_days as d (account_id, day, entries, deposits_minor, withdrawals_minor)
    select account_id, (slot_at at time zone 'UTC')::date, sum(entries), sum(came), sum(went)
    from moved group by 1, 2 order by 1, 2
    on conflict (account_id, day) do update set
      entries = d.entries + excluded.entries,
      deposits_minor = d.deposits_minor + excluded.deposits_minor,
      withdrawals_minor = d.withdrawals_minor + excluded.withdrawals_minor
  )
  insert into statement_slots as s
    (operator_id, currency, is_demo, slot_at, entries, deposits_minor, withdrawals_minor)
  select above.id, m.currency, m.is_demo, m.slot_at, sum(m.entries), sum(m.came), sum(m.went)
  from moved m join users u on u.id = m.owner_id
  cross join unnest(statement_chain(u)) above (id)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;
