-- Writes the bets of a list that have no reason against them, reserves their stakes, and answers
-- with their ids in the order of the list. Each currency, and in it real money and play money, is a
-- transfer of its own. The accounts were locked before the time was taken.
create or replace function insert_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint, p_refs text[],
  p_user_ids bigint[], p_stakes bigint[], p_autos int[], p_reasons text[], p_locked accounts[],
  p_at timestamptz
) returns bigint[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_ids bigint[] := array_fill(null::bigint, array[cardinality(p_user_ids)]);
  v_set record;
  v record;
  v_rule text;
begin
  for v_set in
    select currency, is_demo, array_agg(id) as clients, array_agg(parent_id) as parents from users
    where id = any (p_user_ids) and role = 'USER' group by 1, 2 order by 1, 2
  loop
    begin
      select s.ids, s.places into v
      from stake_bets(p_round_id, p_service_key_id, p_actor_id, p_at, v_set.currency,
        v_set.is_demo, v_set.clients, v_set.parents, p_locked, p_refs, p_user_ids, p_stakes,
        p_autos, p_reasons) s;
    exception when unique_violation then
      get stacked diagnostics v_rule = constraint_name;
      if v_rule <> 'one_bet_of_a_ref' then raise; end if;
      -- The same ref was placed at the same moment. Run again, we find that bet.
      raise exception 'a ref was placed meanwhile' using errcode = 'serialization_failure';
    end;
    if v.ids is null then continue; end if;
    if cardinality(v.ids) = cardinality(v_ids) then return v.ids; end if;
    for n in 1..cardinality(v.ids) loop v_ids[v.places[n]] := v.ids[n]; end loop;
  end loop;
  return v_ids;
end $$;
