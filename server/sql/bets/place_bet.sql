-- A client's own bet on the round that is open, the engine's first. The client is held. The rules
-- are those of place_bets, which takes five times as long for one bet as for one of a thousand.
-- Why it cannot be comes back as a reason, with the limit it met; too little money is raised.
create or replace function place_bet(
  p_refused text, p_actor users, p_stake_minor bigint, p_auto_hundredths int
) returns table (
  reason text, limit_minor bigint, target_id bigint, before jsonb, after jsonb, result json
) language plpgsql security definer set search_path from current as $$
declare
  v_is_maintenance boolean;
  v_round_id bigint;
  v_at timestamptz;
begin
  reason := p_refused;
  if reason is null then
    v_is_maintenance := hold_maintenance(false);
    select r.id into v_round_id from rounds r where r.state = 'betting'
    order by r.source = 'engine' desc, r.id desc limit 1;
    reason := case when v_round_id is null and not v_is_maintenance then 'noRound'
      else bet_reason(is_betting_open(v_round_id), v_is_maintenance, p_actor.role, false,
        p_stake_minor, p_actor.minimum_bets_minor, p_actor.maximum_bets_minor) end;
    limit_minor := case reason when 'belowMinimum' then p_actor.minimum_bets_minor
      when 'aboveMaximum' then p_actor.maximum_bets_minor end;
  end if;
  if reason is not null then
    return next;
    return;
  end if;
  perform 1 from accounts a
  where a.user_id = p_actor.id and a.kind in ('wallet', 'stakes') order by a.id for no key update;
  v_at := platform_now();
  insert into bets as b (round_id, user_id, parent_id, currency, is_demo, stake_minor,
    auto_hundredths, created_at, updated_at)
  values (v_round_id, p_actor.id, p_actor.parent_id, p_actor.currency, p_actor.is_demo,
    p_stake_minor, p_auto_hundredths, v_at, v_at)
  returning b.id into target_id;
  perform post_transfer('stake', p_actor.id, 'wallet', p_actor.id, 'stakes', p_actor.currency,
    p_stake_minor, p_actor.id, 'Round ' || v_round_id || ': stake', null, null, target_id);
  after := jsonb_build_object('roundId', v_round_id::text, 'stakeMinor', p_stake_minor::text,
    'autoHundredths', p_auto_hundredths);
  result := json_build_object('id', kept_bigint(target_id), 'roundId', kept_bigint(v_round_id),
    'stakeMinor', kept_bigint(p_stake_minor), 'autoHundredths', p_auto_hundredths,
    'currency', p_actor.currency, 'createdAt', kept_time(v_at));
  return next;
end $$;
grant execute on function place_bet to node_role;
