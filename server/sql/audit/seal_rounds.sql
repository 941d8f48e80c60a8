-- Seals the bets, the end or the settlement of rounds that have come so far, at most so many, and
-- answers how many. A round that has not come so far is left for a later turn. Nobody who plays or
-- settles waits for this: what is sealed here does not change any more.
create or replace function seal_rounds(p_record text, p_rounds_max int) returns int
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  v_ids bigint[];
  v_digests bytea;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal ' || p_record, 0)) then return 0; end if;
  v_ids := array(
    select q.round_id from rounds_to_seal q join rounds r on r.id = q.round_id
    where q.record = p_record and case p_record
      when 'bets' then r.state <> 'betting'
      when 'rounds_ended' then r.state in ('crashed', 'void')
      when 'bets_ended' then r.bets_have_ended
      end
    order by q.round_id limit p_rounds_max);
  if v_ids = '{}' then return 0; end if;
  select array_agg(d.id order by d.id), string_agg(d.digest, '' order by d.id)
  into v_ids, v_digests
  from record_digests(p_record, v_ids) d;
  delete from rounds_to_seal where record = p_record and round_id = any (v_ids);
  perform add_seal(p_record, v_ids, v_digests);
  return cardinality(v_ids);
end $$;
grant execute on function seal_rounds to node_role;
