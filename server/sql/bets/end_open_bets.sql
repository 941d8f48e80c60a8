-- Ends what is open in a round. Each currency, and in it real money and play money, is a set of its
-- own: what cannot be ended is held, and holds up nothing else. A round says when nothing is left
-- open in it. Answers how many ended.
create or replace function end_open_bets(p_round rounds, p_is_void boolean, p_actor_id bigint)
returns int language plpgsql as $$
declare
  v_ended int := 0;
  v_set record;
begin
  for v_set in
    select array_agg(id order by id) as ids from bets
    where round_id = p_round.id and type = 'unsettled'
    group by currency, is_demo order by currency, is_demo
  loop
    v_ended := v_ended + try_end_bets(p_round, v_set.ids, p_is_void, p_actor_id);
  end loop;
  update rounds set bets_have_ended = true
  where id = p_round.id and not bets_have_ended
    and not exists (select from held_bets where round_id = p_round.id);
  return v_ended;
end $$;
