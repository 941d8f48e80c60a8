-- Gives back what is still open in a crashed round: what could not be settled there, for once and
-- for all. Answers as settle_round does.
create or replace function void_left(p_round_id bigint, p_actor_id bigint)
returns table (ended int, held int)
language plpgsql security definer set search_path from current as $$
declare
  v_round rounds;
begin
  perform hold_round(p_round_id, true);
  select * into strict v_round from rounds where id = p_round_id;
  if v_round.state <> 'crashed' then
    raise exception 'round % has not crashed', p_round_id using errcode = 'PB912';
  end if;
  ended := end_open_bets(v_round, true, p_actor_id);
  select count(*) into held from held_bets h where h.round_id = p_round_id;
  return next;
end $$;
grant execute on function void_left to node_role;
