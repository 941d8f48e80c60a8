-- Adds many transfers to what statements count and add up, each table in the order of its key.
create or replace function add_sets_to_statements(
  p_from bigint[], p_to bigint[], p_amounts bigint[], p_at timestamptz
) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
begin
  insert into wallet_days as d (account_id, day, entries, deposits_minor, withdrawals_minor)
  select e.account_id, (p_at at time zone 'UTC')::date, count(*), sum(greatest(e.amount, 0)),
    sum(greatest(-e.amount, 0))
  from (
    select from_id as account_id, -amount as amount
    from unnest(p_from, p_amounts) t (from_id, amount)
    union all
    select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
  ) e join accounts a on a.id = e.account_id and a.kind = 'wallet'
  group by 1 order by 1
  on conflict (account_id, day) do update set
    entries = d.entries + excluded.entries,
    deposits_minor = d.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = d.withdrawals_minor + excluded.withdrawals_minor;
  insert into statement_slots as s (operator_id, currency, is_demo, slot_at, shard, entries,
    deposits_minor, withdrawals_minor)
  select above.id, a.currency, u.is_demo, slot_of(p_at), pg_backend_pid() % 8, sum(e.entries),
    sum(e.deposits), sum(e.withdrawals)
  from (
    select account_id, count(*) as entries, sum(greatest(amount, 0)) as deposits,
      sum(greatest(-amount, 0)) as withdrawals
    from (
      select from_id as account_id, -amount as amount
      from unnest(p_from, p_amounts) t (from_id, amount)
      union all
      select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
    ) every group by account_id
  ) e join accounts a on a.id = e.account_id and a.kind = 'wallet'
  join users u on u.id = a.user_id
  cross join unnest(statement_chain(u)) above (id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (operator_id, currency, is_demo, slot_at, shard) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;
