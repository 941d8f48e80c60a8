-- Settles what is still open in a crashed round, or gives it back in a void one. Each currency, and
-- in it real money and play money, is a set of its own: what cannot be settled is held, and holds
-- up nothing else. Locks in the order round, bets, accounts by id, rollups. Answers how many bets
-- ended now, and how many are held.
create or replace function settle_round(p_round_id bigint, p_actor_id bigint)
returns table (ended int, held int)
language plpgsql security definer set search_path from current as $$
declare
  v_round rounds;
  v_set record;
begin
  perform hold_round(p_round_id, true);
  select * into strict v_round from rounds where id = p_round_id;
  if v_round.state not in ('crashed', 'void') then
    raise exception 'round % has not ended', p_round_id using errcode = 'PB912';
  end if;
  ended := 0;
  for v_set in
    select array_agg(id order by id) as ids from bets
    where round_id = p_round_id and type = 'unsettled'
    group by currency, is_demo order by currency, is_demo
  loop
    ended := ended + try_end_bets(v_round, v_set.ids, v_round.state = 'void', p_actor_id);
  end loop;
  select count(*) into held from held_bets h where h.round_id = p_round_id;
  return next;
end $$;
grant execute on function settle_round to node_role;
