-- Holds a round in its state until the transaction ends: together with others who bet on it or
-- leave it, or alone to move it on. A row has no fair queue for its lock: those who shared it one
-- after the other kept the start waiting for twenty seconds. An advisory lock has one. Whoever
-- shares it leaves the row alone: each would write itself into it, and all bets go to one round.
create or replace function hold_round(p_round_id bigint, p_is_alone boolean) returns void
language plpgsql as $$
begin
  if p_is_alone then
    perform pg_advisory_xact_lock(739041, hashint8(p_round_id));
    perform 1 from rounds where id = p_round_id for no key update;
  else
    perform pg_advisory_xact_lock_shared(739041, hashint8(p_round_id));
  end if;
end $$;
grant execute on function hold_round to node_role;
