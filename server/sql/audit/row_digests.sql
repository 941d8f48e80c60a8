-- The digests of those of these ids that are there, of the rows as they are. The text of a row of
-- named columns tells an empty text from none, and where one column ends.
create or replace function row_digests(p_record text, p_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable as $$
begin
  if p_record = 'audit_events' then
    return query
      select e.id, substr(sha256(convert_to(row(e.id, extract(epoch from e.at), e.actor_id,
        e.actor_name, e.actor_role, e.address, e.request_id, e.action, e.target_kind, e.target_id,
        e.before, e.after, e.outcome, e.message)::text, 'UTF8')), 1, 16)
      from audit_events e where e.id = any (p_ids);
  elsif p_record = 'transfers' then
    return query
      select d.id, d.digest from transfer_digests(p_ids) d;
  elsif p_record = 'multiplier_tables' then
    return query
      select t.id, substr(sha256(convert_to(case
        -- As versions were sealed before there was either.
        when t.reason is null and t.built_in_millionths is null then row(t.id, t.bands, t.hash,
          t.actor_id, extract(epoch from t.created_at))::text
        else row(t.id, t.bands, t.hash, t.actor_id, extract(epoch from t.created_at), t.reason,
          t.built_in_millionths)::text end, 'UTF8')), 1, 16)
      from multiplier_tables t where t.id = any (p_ids);
  elsif p_record = 'rounds' then
    return query
      select r.id, substr(sha256(convert_to(row(r.id, r.source, r.service_key_id, r.ref,
        encode(r.seed, 'hex'), r.hash, r.multiplier_table_id, r.drawn_hundredths, r.doubling_ms,
        extract(epoch from r.created_at))::text, 'UTF8')), 1, 16)
      from rounds r where r.id = any (p_ids);
  elsif p_record = 'rounds_ended' then
    return query
      select r.id, substr(sha256(convert_to(row(r.id, r.state, r.multiplier_hundredths,
        extract(epoch from r.betting_until), extract(epoch from r.flying_at),
        extract(epoch from r.ended_at), extract(epoch from r.updated_at))::text, 'UTF8')), 1, 16)
      from rounds r where r.id = any (p_ids);
  else
    return query select d.id, d.digest from bet_digests(p_record, p_ids) d;
  end if;
end $$;
