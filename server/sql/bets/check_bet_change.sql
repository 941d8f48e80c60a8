-- A bet that has ended stays as it ended, and none becomes another's.
create or replace function check_bet_change() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare v_bet bigint;
begin
  select o.id into v_bet from old_bets o left join new_bets n on n.id = o.id
  where o.type <> 'unsettled' or (n.id, n.round_id, n.user_id, n.parent_id, n.currency,
      n.is_demo, n.stake_minor, n.auto_hundredths, n.service_key_id, n.ref, n.created_at)
    is distinct from (o.id, o.round_id, o.user_id, o.parent_id, o.currency, o.is_demo,
      o.stake_minor, o.auto_hundredths, o.service_key_id, o.ref, o.created_at)
  limit 1;
  if found then
    raise exception 'bet % does not change', v_bet using errcode = 'PB920';
  end if;
  return null;
end $$;
