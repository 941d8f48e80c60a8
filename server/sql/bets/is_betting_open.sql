-- Holds a round together with others and says whether it takes bets: whoever closes the betting
-- waits for us, and we see it closed after them. Its time may be over before the engine comes to
-- close it.
create or replace function is_betting_open(p_round_id bigint) returns boolean
language plpgsql as $$
begin
  perform hold_round(p_round_id, false);
  return (
    select state = 'betting' and (betting_until is null or platform_now() < betting_until)
    from rounds where id = p_round_id);
end $$;
