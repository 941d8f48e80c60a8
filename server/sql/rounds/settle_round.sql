-- Settles what is still open in a crashed round, or gives it back in a void one. Locks in the order
-- round, accounts by id, bets, rollups. Answers how many bets ended and are set aside.
create or replace function settle_round(p_round_id bigint, p_actor_id bigint)
returns table (ended int, held int)
language plpgsql security definer set search_path from current as $$
declare
  v_round rounds;
begin
  perform hold_round(p_round_id, true);
  select * into strict v_round from rounds where id = p_round_id;
  if v_round.state not in ('crashed', 'void') then
    raise exception 'round % has not ended', p_round_id using errcode = 'PB912';
  end if;
  ended := end_open_bets(v_round, v_round.state = 'void', p_actor_id);
  select count(*) into held from held_bets h where h.round_id = p_round_id;
  if held > 0 then
    perform notify_supers('round', 'held:' || p_round_id, jsonb_build_object(
      'round', p_round_id::text, 'bets', held, 'detail', 'held'));
  elsif v_round.state = 'void' and ended > 0 and p_actor_id is null then
    perform notify_supers('round', 'void:' || p_round_id, jsonb_build_object(
      'round', p_round_id::text, 'bets', ended, 'detail', 'void'));
  end if;
  return next;
end $$;
grant execute on function settle_round to node_role;
