-- The digests of those of these transfers that are there, each with its legs. Two legs are found by
-- their transfer; many by their moment, which is the transfer's own, for all sets together: to look
-- for each of them apart would read the same pages once for every small round.
create or replace function transfer_digests(p_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable
set enable_seqscan = off set enable_nestloop = off as $$
declare
  v_sets bigint[];
  v_first timestamptz;
  v_last timestamptz;
begin
  return query
    select t.id, substr(sha256(convert_to(row(t.id, t.kind, t.from_account_id, t.to_account_id,
      t.amount_minor, t.actor_id, extract(epoch from t.created_at), t.cash_request_id, t.bet_id,
      t.idempotency_key, t.remarks, leg.all_of_them)::text, 'UTF8')), 1, 16)
    from transfers t cross join lateral (
      select string_agg(row(e.account_id, e.sequence, e.amount_minor, e.balance_after_minor,
        extract(epoch from e.created_at))::text, '' order by e.amount_minor) as all_of_them
      from entries e where e.transfer_id = t.id and e.bet_id is null) leg
    where t.id = any (p_ids) and t.round_id is null;
  select array_agg(t.id), min(t.created_at), max(t.created_at) into v_sets, v_first, v_last
  from transfers t where t.id = any (p_ids) and t.round_id is not null;
  if v_sets is null then return; end if;
  return query
    select t.id, substr(sha256(convert_to(row(t.id, t.kind, t.round_id, t.amount_minor,
      t.actor_id, extract(epoch from t.created_at), t.remarks, leg.all_of_them)::text, 'UTF8')),
      1, 16)
    from transfers t left join (
      select e.transfer_id, string_agg(row(e.account_id, e.sequence, e.amount_minor,
        e.balance_after_minor, e.bet_id)::text, '' order by e.account_id, e.sequence) as all_of_them
      from entries e join transfers s on s.id = e.transfer_id and s.created_at = e.created_at
      where s.id = any (v_sets) and e.created_at between v_first and v_last
      group by e.transfer_id) leg on leg.transfer_id = t.id
    where t.id = any (v_sets);
end $$;
