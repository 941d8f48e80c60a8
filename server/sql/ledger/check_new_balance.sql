-- A balance changes only together with the entries that explain it: those numbered from the last
-- count on are as many as were counted, add up to the change, and the one of the new count says the
-- new balance.
create or replace function check_new_balance() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare v_account bigint;
begin
  select o.id into v_account
  from old_accounts o left join new_accounts n on n.id = o.id
  where (n.kind, n.currency, n.shard) is distinct from (o.kind, o.currency, o.shard)
    or n.user_id is distinct from o.user_id
    or (n.balance_minor - o.balance_minor, n.entry_count - o.entry_count, n.balance_minor)
      is distinct from (
        select row(coalesce(sum(e.amount_minor), 0)::bigint, count(*), case count(*)
          when 0 then o.balance_minor
          else max(e.balance_after_minor) filter (where e.sequence = n.entry_count) end)
        from entries e
        where e.account_id::int = o.id::int and e.sequence::int > o.entry_count::int)
  limit 1;
  if found then
    raise exception 'balance of account % has no entries behind it', v_account
      using errcode = 'PB902';
  end if;
  return null;
end $$;
