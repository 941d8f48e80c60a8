-- A client's own bet on the round that it is shown; one that it names must be that one. The client
-- is held. The rules are those of place_bets, which takes five times as long for one bet as for one
-- of a thousand. Why it cannot be comes back as a reason, with the limit it met; too little money
-- is raised.
create or replace function place_bet(
  p_refused text, p_actor users, p_round_id bigint, p_stake_minor bigint, p_auto_hundredths int,
  out reason text, out limit_minor bigint, out target_id bigint, out before jsonb,
  out after jsonb, out result json
) language plpgsql security definer set search_path from current as $$
declare
  v_is_maintenance boolean;
  v_round_id bigint;
  v_minimum bigint;
  v_maximum bigint;
  v_at timestamptz;
  v_moved record;
begin
  reason := p_refused;
  if reason is null then
    v_is_maintenance := hold_maintenance(false);
    v_round_id := present_round();
    -- The tightest limit up the tree counts.
    select max(minimum_bets_minor), min(maximum_bets_minor) into v_minimum, v_maximum
    from users where id = any (p_actor.ancestor_ids || p_actor.id);
    reason := case when p_round_id <> v_round_id then 'otherRound'
      else bet_reason(is_betting_open(v_round_id), v_is_maintenance, p_actor.role, false,
        p_stake_minor, v_minimum, v_maximum) end;
    limit_minor := case reason when 'belowMinimum' then v_minimum
      when 'aboveMaximum' then v_maximum end;
  end if;
  if reason is not null then return; end if;
  perform 1 from accounts a
  where a.user_id = p_actor.id and a.kind in ('wallet', 'stakes') order by a.id for no key update;
  v_at := platform_now();
  insert into bets as b (round_id, user_id, parent_id, currency, is_demo, stake_minor,
    auto_hundredths, created_at, updated_at)
  values (v_round_id, p_actor.id, p_actor.parent_id, p_actor.currency, p_actor.is_demo,
    p_stake_minor, p_auto_hundredths, v_at, v_at)
  returning b.id into target_id;
  v_moved := post_transfer('stake', p_actor.id, 'wallet', p_actor.id, 'stakes', p_actor.currency,
    p_stake_minor, p_actor.id, 'Round ' || v_round_id || ': stake', null, null, target_id);
  after := jsonb_build_object('roundId', v_round_id::text, 'stakeMinor', p_stake_minor::text,
    'autoHundredths', p_auto_hundredths);
  result := json_build_object('id', kept_bigint(target_id), 'roundId', kept_bigint(v_round_id),
    'stakeMinor', kept_bigint(p_stake_minor), 'autoHundredths', p_auto_hundredths,
    'currency', p_actor.currency, 'createdAt', kept_time(v_at));
end $$;
grant execute on function place_bet to node_role;
