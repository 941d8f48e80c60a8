-- Says of each bet of a list why it cannot be placed and which limit it met, as far as that does
-- not hang on money. A ref that this key has used before for the same bet is known, with that bet.
-- Everybody concerned is held by the caller. What is the same for all bets of a client is looked up
-- once for the client.
create or replace function judge_bets(
  p_round_id bigint, p_service_key_id bigint, p_is_open boolean, p_is_maintenance boolean,
  p_refs text[], p_user_ids bigint[], p_stakes bigint[], p_autos int[]
) returns table (bet_ids bigint[], reasons text[], limits bigint[]) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_parents bigint[] := array(select distinct parent_id from users where id = any (p_user_ids));
  v_above record;
  v_refs record;
  v_used text[];
begin
  -- The tightest limit up the tree counts, and one who is blocked blocks all below.
  select array_agg(parent_id) as parents, array_agg(minimum) as minimums,
    array_agg(maximum) as maximums, array_agg(is_blocked) as blocked
  into v_above
  from (
    select up.parent_id, max(a.minimum_bets_minor) as minimum, min(a.maximum_bets_minor) as maximum,
      bool_or(a.status <> 'active' or a.deleted_at is not null) as is_blocked
    from operators_above(v_parents) up
    join (
      select * from users where id = any (array(select id from operators_above(v_parents)))) a
      on a.id = up.id
    group by up.parent_id) above;
  select array_agg(ref) filter (where times > 1) as repeated,
    array_agg(place) filter (where times > 1) as first, min(ref) as least, max(ref) as greatest
  into v_refs
  from (
    select ref, min(place) as place, count(*) as times
    from unnest(p_refs) with ordinality i (ref, place) where ref is not null group by ref) known;
  -- Game servers number their bets on, mostly: then one look says that all are new.
  if exists (select from bets where service_key_id = p_service_key_id
    and ref between v_refs.least and v_refs.greatest) then v_used := p_refs; end if;
  return query
    select array_agg(judged.known_id), array_agg(judged.reason), array_agg(judged.limit_minor)
    from (
      select known.id as known_id, case
          when known.id is not null then case when (known.round_id, known.user_id,
              known.stake_minor, known.auto_hundredths)
              is not distinct from (p_round_id, n.user_id, n.stake, n.auto)
            then 'known' else 'refUsed' end
          when v_refs.first[array_position(v_refs.repeated, n.ref)] < n.place then 'refRepeated'
          else bet_reason(p_is_open, p_is_maintenance, u.role, u.is_blocked, n.stake, u.minimum,
            u.maximum)
        end as reason,
        case when n.stake < u.minimum then u.minimum
          when n.stake > u.maximum then u.maximum end as limit_minor
      from unnest(p_refs, p_user_ids, p_stakes, p_autos) with ordinality
        n (ref, user_id, stake, auto, place)
      left join (
        select c.id, c.role,
          c.status <> 'active' or c.deleted_at is not null or a.is_blocked as is_blocked,
          greatest(c.minimum_bets_minor, a.minimum) as minimum,
          least(c.maximum_bets_minor, a.maximum) as maximum
        from (select * from users where id = any (p_user_ids)) c
        left join unnest(v_above.parents, v_above.minimums, v_above.maximums, v_above.blocked)
          a (id, minimum, maximum, is_blocked) on a.id = c.parent_id offset 0) u
        on u.id = n.user_id
      left join (
        select ref, id, round_id, user_id, stake_minor, auto_hundredths from bets
        where service_key_id = p_service_key_id and ref = any (v_used)) known on known.ref = n.ref
      order by n.place) judged;
end $$;
