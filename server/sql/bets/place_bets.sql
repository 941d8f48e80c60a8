-- Places bets on a round. Each is placed, or refused with a reason (and the limit it met). Clients
-- and those above them, maintenance, the round and the wallets are held in that order before
-- anything is decided from them. The ids come as one text in the order of the list, and only what
-- is refused one by one, by its place: most of ten thousand are placed.
create or replace function place_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint,
  p_refs text[], p_user_ids bigint[], p_stakes bigint[], p_autos int[],
  out bet_ids text, out refused json
) language plpgsql security definer set search_path from current as $$
declare
  v_is_maintenance boolean;
  v_is_open boolean;
  v_known bigint[];
  v_new bigint[];
  v_reasons text[];
  v_limits bigint[];
  v_locked accounts[];
begin
  perform hold_crowd(p_user_ids);
  v_is_maintenance := hold_maintenance(false);
  v_is_open := is_betting_open(p_round_id);
  select j.bet_ids, j.reasons, j.limits into v_known, v_reasons, v_limits
  from judge_bets(p_round_id, p_service_key_id, v_is_open, v_is_maintenance, p_refs, p_user_ids,
    p_stakes, p_autos) j;
  select j.reasons, j.limits, j.locked into v_reasons, v_limits, v_locked
  from judge_money(p_user_ids, p_stakes, v_reasons, v_limits) j;
  v_new := insert_bets(p_round_id, p_service_key_id, p_actor_id, p_refs, p_user_ids, p_stakes,
    p_autos, v_reasons, v_locked, platform_now());
  if array_remove(v_reasons, null) = '{}' then
    bet_ids := array_to_string(v_new, ',');
    return;
  end if;
  select string_agg(coalesce(i.new_id::text, case when i.reason = 'known' then i.known_id::text end,
      ''), ',' order by i.place),
    json_agg(json_build_array(i.place, i.reason, i.limit_minor::text))
      filter (where i.reason <> 'known')
  into bet_ids, refused
  from unnest(v_new, v_known, v_reasons, v_limits) with ordinality
    i (new_id, known_id, reason, limit_minor, place);
end $$;
grant execute on function place_bets to node_role;
