-- Whether the game is under maintenance; it stays so until the transaction ends. Alone for whoever
-- switches it, who waits for the bets under way.
create or replace function hold_maintenance(p_is_alone boolean) returns boolean
language plpgsql as $$
begin
  if p_is_alone then perform pg_advisory_xact_lock(739044, 0);
  else perform pg_advisory_xact_lock_shared(739044, 0);
  end if;
  return (select coalesce(is_maintenance, false) from games where name = 'Aviator');
end $$;
grant execute on function hold_maintenance to node_role;
