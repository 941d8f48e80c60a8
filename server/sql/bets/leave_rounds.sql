-- An account that is locked or deleted can no longer leave a round by hand, nor can anyone below
-- it: their open bets in rounds of the engine leave it now, at the multiplier of this moment, and
-- those that cannot, because the flight has not begun, are given back. So nobody loses a stake to
-- an operator's click, nor gains what the player could not have had. A game server knows its own
-- rounds. The account is held alone by the caller.
create or replace function leave_rounds(p_user_id bigint, p_actor_id bigint)
returns table (cashed_out int, refunded int)
language plpgsql security definer set search_path from current
set enable_seqscan = off as $$
declare
  v_bet record;
  v_round rounds;
  v_reason text;
begin
  cashed_out := 0;
  refunded := 0;
  for v_bet in
    select b.id, b.round_id from rounds r join bets b on b.round_id = r.id
    join users u on u.id = b.user_id
    where r.source = 'engine' and r.state in ('betting', 'flying') and b.type = 'unsettled'
      and b.cashout_hundredths is null and (u.id = p_user_id or p_user_id = any (u.ancestor_ids))
    order by b.id
  loop
    v_reason := cash_out_bet(v_bet.id);
    if v_reason is null then
      cashed_out := cashed_out + 1;
    elsif v_reason in ('notFlying', 'tooEarly') then
      select * into v_round from rounds where id = v_bet.round_id;
      refunded := refunded + end_bets(v_round, array[v_bet.id], true, p_actor_id);
    end if;
  end loop;
  return next;
end $$;
grant execute on function leave_rounds to node_role;
