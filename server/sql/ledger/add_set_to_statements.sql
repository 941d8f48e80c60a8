-- Adds entries of clients' wallets to what statements count and add up, each table in the order of
-- its key. All are of one currency and one kind of money. Arrays stand side by side, a place for
-- each wallet: the operator of its owner, how many entries, what came in and what went out.
create or replace function add_set_to_statements(
  p_wallets bigint[], p_parents bigint[], p_entries bigint[], p_in bigint[], p_out bigint[],
  p_currency text, p_is_demo boolean, p_at timestamptz
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
begin
  insert into wallet_days as d (account_id, day, entries, deposits_minor, withdrawals_minor)
  select wallet_id, (p_at at time zone 'UTC')::date, entries, came, went
  from unnest(p_wallets, p_entries, p_in, p_out) e (wallet_id, entries, came, went) order by 1
  on conflict (account_id, day) do update set
    entries = d.entries + excluded.entries,
    deposits_minor = d.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = d.withdrawals_minor + excluded.withdrawals_minor;
  insert into statement_slots as s (operator_id, currency, is_demo, slot_at, shard, entries,
    deposits_minor, withdrawals_minor)
  select above.id, p_currency, p_is_demo, slot_of(p_at), pg_backend_pid() % 8, sum(e.entries),
    sum(e.came), sum(e.went)
  from (
    select parent_id, sum(entries) as entries, sum(came) as came, sum(went) as went
    from unnest(p_parents, p_entries, p_in, p_out) e (parent_id, entries, came, went)
    group by parent_id
  ) e
  join operators_above(p_parents) above on above.parent_id = e.parent_id
  group by 1 order by 1
  on conflict (operator_id, currency, is_demo, slot_at, shard) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;
