-- Adds entries to the statements of a chain of operators. A row is mostly there: an update takes a
-- third of the time of an upsert.
create or replace function add_to_statement_slots(
  p_chain bigint[], p_currency text, p_is_demo boolean, p_at timestamptz, p_entries int,
  p_deposits_minor bigint, p_withdrawals_minor bigint
) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_shard smallint := pg_backend_pid() % 8;
  v_written bigint[];
begin
  with written as (
    update statement_slots set
      entries = entries + p_entries,
      deposits_minor = deposits_minor + p_deposits_minor,
      withdrawals_minor = withdrawals_minor + p_withdrawals_minor
    where operator_id = any (p_chain) and currency = p_currency and is_demo = p_is_demo
      and slot_at = slot_of(p_at) and shard = v_shard
    returning operator_id)
  select array_agg(operator_id) into v_written from written;
  if cardinality(v_written) = cardinality(p_chain) then return; end if;
  insert into statement_slots as s
  select id, p_currency, p_is_demo, slot_of(p_at), v_shard, p_entries, p_deposits_minor,
    p_withdrawals_minor
  from unnest(p_chain) id where v_written is null or id <> all (v_written) order by id
  on conflict (operator_id, currency, is_demo, slot_at, shard) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;
