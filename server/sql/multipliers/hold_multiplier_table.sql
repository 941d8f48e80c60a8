-- The version in play, which stays so until the transaction ends. Alone for whoever publishes, who
-- waits for the rounds that are being opened: so a version counts from a round that can be named.
create or replace function hold_multiplier_table(p_is_alone boolean)
returns setof multiplier_tables language plpgsql as $$
begin
  if p_is_alone then perform pg_advisory_xact_lock(739052, 0);
  else perform pg_advisory_xact_lock_shared(739052, 0);
  end if;
  return query select * from multiplier_tables order by id desc limit 1;
end $$;
grant execute on function hold_multiplier_table to node_role;
