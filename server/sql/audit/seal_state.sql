-- How far the record of events is sealed. The newest seals, of some thousand events together, are
-- checked on the way: each against the one before it, and against the rows as they are now. The
-- whole chain is checked with the books.
create or replace function seal_state(p_events_max int)
returns table (seal_position bigint, sealed_at timestamptz, up_to timestamptz, hash bytea,
  checked_from timestamptz, is_whole boolean, waiting int)
language plpgsql stable security definer set search_path from current as $$
declare v_seals bigint[];
begin
  select s.position, s.sealed_at, s.hash into seal_position, seal_state.sealed_at, seal_state.hash
  from seals s where s.record = 'audit_events' order by s.position desc limit 1;
  select array_agg(n.position) into v_seals from (
    select s.position, sum(cardinality(s.ids)) over (order by s.position desc) as events
    from (select * from seals where record = 'audit_events' order by position desc limit 100) s) n
  where n.events <= p_events_max or n.position = seal_position;
  select coalesce(bool_and(s.hash = seal_hash(b.hash, s.record, s.position, s.ids, s.digests)
    and (s.position = 1 or b.hash is not null)
    and (now.ids, now.digests) is not distinct from (s.ids, s.digests)), true)
  into is_whole
  from seals s left join seals b on b.record = s.record and b.position = s.position - 1
  cross join lateral (
    select array_agg(d.id order by d.id) as ids, string_agg(d.digest, '' order by d.id) as digests
    from record_digests(s.record, s.ids) d) now
  where s.record = 'audit_events' and s.position = any (v_seals);
  select min(e.at), max(e.at) filter (where s.position = seal_position)
  into checked_from, up_to
  from seals s, unnest(s.ids) sealed (id) join audit_events e on e.id = sealed.id
  where s.record = 'audit_events' and s.position = any (v_seals);
  select count(*) into waiting from (
    select from audit_events e
    where e.id > (select last_id from sealing where record = 'audit_events') limit 100000) late;
  return next;
end $$;
grant execute on function seal_state to node_role;
