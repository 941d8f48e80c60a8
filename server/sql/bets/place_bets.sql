-- Places bets on a round. Each is placed, or refused with a reason (and the limit it met). Clients
-- and those above them, maintenance, the round and the wallets are held in that order before
-- anything is decided from them.
create or replace function place_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint,
  p_refs text[], p_user_ids bigint[], p_stakes bigint[], p_autos int[]
) returns table (place int, bet_id bigint, reason text, limit_minor bigint)
language plpgsql security definer set search_path from current as $$
declare
  v_is_maintenance boolean;
  v_is_open boolean;
  v_known bigint[];
  v_new bigint[];
  v_reasons text[];
  v_limits bigint[];
begin
  perform hold_crowd(p_user_ids);
  v_is_maintenance := hold_maintenance(false);
  v_is_open := is_betting_open(p_round_id);
  select j.bet_ids, j.reasons, j.limits into v_known, v_reasons, v_limits
  from judge_bets(p_round_id, p_service_key_id, v_is_open, v_is_maintenance, p_refs, p_user_ids,
    p_stakes, p_autos) j;
  select j.reasons, j.limits into v_reasons, v_limits
  from judge_money(p_user_ids, p_stakes, v_reasons, v_limits) j;
  v_new := insert_bets(p_round_id, p_service_key_id, p_actor_id, p_refs, p_user_ids, p_stakes,
    p_autos, v_reasons, platform_now());
  return query
    select i.place::int,
      coalesce(i.new_id, case when i.reason = 'known' then i.known_id end),
      nullif(i.reason, 'known'), i.limit_minor
    from unnest(v_new, v_known, v_reasons, v_limits) with ordinality
      i (new_id, known_id, reason, limit_minor, place)
    order by i.place;
end $$;
grant execute on function place_bets to node_role;
