-- A player leaves a round of the engine, at the multiplier of the database's clock. An auto bet
-- never leaves above its target. Says why not, where it cannot be.
create or replace function cash_out_bet(p_bet_id bigint) returns text
language plpgsql security definer set search_path from current as $$
declare
  v_bet bets;
  v_round rounds;
  v_hundredths int;
begin
  perform hold_round((select round_id from bets where id = p_bet_id), false);
  select * into v_bet from bets where id = p_bet_id for no key update;
  select * into v_round from rounds where id = v_bet.round_id;
  if v_bet.type <> 'unsettled' then return 'ended'; end if;
  if v_bet.cashout_hundredths is not null then return 'left'; end if;
  if v_round.source <> 'engine' then return 'elsewhere'; end if;
  if v_round.state = 'betting' then return 'notFlying'; end if;
  if v_round.state <> 'flying' then return 'crashed'; end if;
  v_hundredths := multiplier_at(v_round.flying_at, v_round.doubling_ms, platform_now());
  if v_bet.auto_hundredths <= least(v_hundredths, v_round.drawn_hundredths) then
    v_hundredths := v_bet.auto_hundredths;
  elsif v_hundredths >= v_round.drawn_hundredths then
    return 'crashed';
  elsif v_hundredths <= 100 then
    return 'tooEarly';
  end if;
  update bets set cashout_hundredths = v_hundredths, updated_at = platform_now()
  where id = p_bet_id;
  return null;
end $$;
grant execute on function cash_out_bet to node_role;
