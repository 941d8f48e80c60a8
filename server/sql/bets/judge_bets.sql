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
  v_people bigint[] := array(
    select distinct unnest(ancestor_ids || id) from users where id = any (p_user_ids));
  v_blocked bigint[] := array(
    select id from users
    where id = any (v_people) and (status <> 'active' or deleted_at is not null));
  v_parents bigint[];
  v_minimums bigint[];
  v_maximums bigint[];
  v_repeated text[];
  v_first bigint[];
begin
  -- The tightest limit up the tree counts.
  select array_agg(parent_id), array_agg(minimum), array_agg(maximum)
  into v_parents, v_minimums, v_maximums
  from (
    select p.parent_id, max(a.minimum_bets_minor) as minimum, min(a.maximum_bets_minor) as maximum
    from (select distinct parent_id, ancestor_ids from users where id = any (p_user_ids)) p
    cross join unnest(p.ancestor_ids) up (id)
    join (
      select id, minimum_bets_minor, maximum_bets_minor from users where id = any (v_people)) a
      on a.id = up.id
    group by p.parent_id) above;
  select array_agg(ref), array_agg(place) into v_repeated, v_first
  from (
    select ref, min(place) as place from unnest(p_refs) with ordinality i (ref, place)
    where ref is not null group by ref having count(*) > 1) again;
  return query
    select array_agg(known.id order by n.place),
      array_agg(case
        when known.id is not null then case when (known.round_id, known.user_id,
            known.stake_minor, known.auto_hundredths)
            is not distinct from (p_round_id, n.user_id, n.stake, n.auto)
          then 'known' else 'refUsed' end
        when v_first[array_position(v_repeated, n.ref)] < n.place then 'refRepeated'
        else bet_reason(p_is_open, p_is_maintenance, u.role, u.is_blocked, n.stake, u.minimum,
          u.maximum)
      end order by n.place),
      array_agg(case when n.stake < u.minimum then u.minimum
        when n.stake > u.maximum then u.maximum end order by n.place)
    from unnest(p_refs, p_user_ids, p_stakes, p_autos) with ordinality
      n (ref, user_id, stake, auto, place)
    left join (
      select id, role, (ancestor_ids || id) && v_blocked as is_blocked,
        greatest(minimum_bets_minor, v_minimums[array_position(v_parents, parent_id)]) as minimum,
        least(maximum_bets_minor, v_maximums[array_position(v_parents, parent_id)]) as maximum
      from users where id = any (p_user_ids) offset 0) u on u.id = n.user_id
    left join (
      select ref, id, round_id, user_id, stake_minor, auto_hundredths from bets
      where service_key_id = p_service_key_id and ref = any (p_refs)) known on known.ref = n.ref;
end $$;
