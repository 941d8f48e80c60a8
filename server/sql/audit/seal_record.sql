-- Seals what is new, at most so many rows, and answers how many. Of several nodes one does it.
create or replace function seal_record(p_record text, p_rows_max int) returns int
language plpgsql security definer set search_path from current as $$
declare
  v_last bigint;
  v_ids bigint[];
  v_digests bytea;
  v_position bigint;
  v_before bytea;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal ' || p_record, 0)) then return 0; end if;
  select last_id into v_last from sealing where record = p_record;
  if p_record = 'audit_events' then
    v_ids := array(select id from audit_events where id > v_last order by id limit p_rows_max);
  else
    v_ids := array(select id from transfers where id > v_last order by id limit p_rows_max);
  end if;
  -- A row whose transaction ended late; in an hour every transaction has ended.
  select array_agg(d.id order by d.id), string_agg(d.digest, '' order by d.id)
  into v_ids, v_digests
  from record_digests(p_record,
    v_ids || array(select id from unsealed_gaps where record = p_record)) d;
  if v_ids is null then return 0; end if;
  delete from unsealed_gaps where record = p_record
    and (id = any (v_ids) or seen_at < clock_timestamp() - interval '1 hour');
  insert into unsealed_gaps (record, id)
  select p_record, id from generate_series(v_last + 1, v_ids[cardinality(v_ids)]) id
  except select p_record, unnest(v_ids);
  update sealing set last_id = greatest(v_last, v_ids[cardinality(v_ids)])
  where record = p_record;
  select position, hash into v_position, v_before from seals
  where record = p_record order by position desc limit 1;
  v_position := coalesce(v_position, 0) + 1;
  insert into seals (record, position, ids, digests, hash)
  values (p_record, v_position, v_ids, v_digests,
    seal_hash(v_before, p_record, v_position, v_ids, v_digests));
  return cardinality(v_ids);
end $$;
grant execute on function seal_record to node_role;
