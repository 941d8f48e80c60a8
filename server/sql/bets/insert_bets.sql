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
  v_ids bigint[];
  v_set record;
  v record;
begin
  select array_agg(numbered.id order by i.place) into v_ids
  from unnest(p_reasons) with ordinality i (reason, place)
  left join (
    select place, nextval('bets_id_seq') as id
    from (select place from unnest(p_user_ids, p_reasons) with ordinality n (user_id, reason, place)
      where reason is null order by user_id, place) turn) numbered on numbered.place = i.place;
  for v_set in
    select currency, is_demo, array_agg(id) as clients from users
    where id = any (p_user_ids) and role = 'USER' group by 1, 2 order by 1, 2
  loop
    begin
      with placed as (
        insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
          auto_hundredths, service_key_id, ref, created_at, updated_at) overriding system value
        select i.id, p_round_id, i.user_id, u.parent_id, v_set.currency, v_set.is_demo, i.stake,
          i.auto, p_service_key_id, i.ref, p_at, p_at
        from unnest(v_ids, p_refs, p_user_ids, p_stakes, p_autos)
          i (id, ref, user_id, stake, auto)
        join (select id, parent_id from users where id = any (v_set.clients)) u
          on u.id = i.user_id
        where i.id is not null order by i.user_id, i.id
        returning id, user_id, parent_id, stake_minor)
      select array_agg(id) as ids, array_agg(user_id) as users, array_agg(parent_id) as parents,
        array_agg(stake_minor) as stakes into v from placed;
    exception when unique_violation then
      -- The same ref was placed at the same moment. Run again, we find that bet.
      raise exception 'a ref was placed meanwhile' using errcode = 'serialization_failure';
    end;
    if v.ids is not null then
      perform post_stakes(p_round_id, p_actor_id, p_at, v_set.currency, v_set.is_demo, v.ids,
        v.users, v.parents, v.stakes);
    end if;
  end loop;
  return v_ids;
end $$;
