-- The digests of those of these transfers that are there, each with its legs. Two legs are found by
-- their transfer, many by their moment, which is the transfer's own.
create or replace function transfer_digests(p_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable
set enable_seqscan = off as $$
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
  return query
    select t.id, substr(sha256(convert_to(row(t.id, t.kind, t.round_id, t.amount_minor,
      t.actor_id, extract(epoch from t.created_at), t.remarks, leg.all_of_them)::text, 'UTF8')),
      1, 16)
    from transfers t cross join lateral (
      select string_agg(row(e.account_id, e.sequence, e.amount_minor, e.balance_after_minor,
        e.bet_id)::text, '' order by e.account_id, e.sequence) as all_of_them
      from entries e where e.created_at = t.created_at and e.transfer_id = t.id) leg
    where t.id = any (p_ids) and t.round_id is not null;
end $$;
