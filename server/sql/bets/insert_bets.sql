-- Writes the bets of a list that have no reason against them, holds their stakes, and answers with
-- their ids in the order of the list. Each currency, and in it real money and play money, is a
-- transfer of its own. Bets of one client are numbered and written together, so that indexes by
-- client find the page that they have just left, and those by number grow at their end.
create or replace function insert_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint, p_refs text[],
  p_user_ids bigint[], p_stakes bigint[], p_autos int[], p_reasons text[], p_at timestamptz
) returns bigint[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_ids bigint[] := array_fill(null::bigint, array[cardinality(p_user_ids)]);
  v_set record;
  v record;
begin
  for v_set in
    select currency, is_demo, array_agg(id) as clients, array_agg(parent_id) as parents from users
    where id = any (p_user_ids) and role = 'USER' group by 1, 2 order by 1, 2
  loop
    begin
      with numbered as materialized (
        select nextval('bets_id_seq') as id, turn.* from (
          select i.*, u.parent_id
          from unnest(p_refs, p_user_ids, p_stakes, p_autos, p_reasons) with ordinality
            i (ref, user_id, stake, auto, reason, place)
          join unnest(v_set.clients, v_set.parents) u (id, parent_id) on u.id = i.user_id
          where i.reason is null order by i.user_id, i.place) turn),
      placed as (
        insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
          auto_hundredths, service_key_id, ref, created_at, updated_at) overriding system value
        select id, p_round_id, user_id, parent_id, v_set.currency, v_set.is_demo, stake, auto,
          p_service_key_id, ref, p_at, p_at from numbered)
      select array_agg(id) as ids, array_agg(user_id) as users, array_agg(parent_id) as parents,
        array_agg(stake) as stakes, array_agg(place) as places,
        array_agg(id order by place) as in_order into v from numbered;
    exception when unique_violation then
      -- The same ref was placed at the same moment. Run again, we find that bet.
      raise exception 'a ref was placed meanwhile' using errcode = 'serialization_failure';
    end;
    if v.ids is null then continue; end if;
    perform post_stakes(p_round_id, p_actor_id, p_at, v_set.currency, v_set.is_demo, v.ids,
      v.users, v.parents, v.stakes);
    if cardinality(v.ids) = cardinality(v_ids) then return v.in_order; end if;
    for n in 1..cardinality(v.ids) loop v_ids[v.places[n]] := v.ids[n]; end loop;
  end loop;
  return v_ids;
end $$;
