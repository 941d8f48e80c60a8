-- Seals what is new, at most so many rows, and answers how many. Of several nodes one does it. A
-- transfer of many legs may have some ten thousand of them: twenty of those are enough.
create or replace function seal_record(p_record text, p_rows_max int) returns int
language plpgsql security definer set search_path from current as $$
declare
  v_last bigint;
  v_ids bigint[];
  v_digests bytea;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal ' || p_record, 0)) then return 0; end if;
  select last_id into strict v_last from sealing where record = p_record;
  execute format('select array(select id from %I where id > $1 order by id limit $2)', p_record)
  into v_ids using v_last, p_rows_max;
  if p_record = 'transfers' then
    v_ids := array(
      select id from (
        select id, count(round_id) over (order by id) as sets from transfers
        where id = any (v_ids)) t
      where sets <= 20 order by id);
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
  if p_record = 'rounds' then
    insert into rounds_to_seal (record, round_id)
    select part, id from unnest(array['bets', 'rounds_ended', 'bets_ended']) part, unnest(v_ids) id;
  end if;
  perform add_seal(p_record, v_ids, v_digests);
  return cardinality(v_ids);
end $$;
grant execute on function seal_record to node_role;
