-- How many requests of a client are pending. Nobody files another one for it until the transaction
-- ends: of two filed at the same time the second counts the first. The client's own hold is shared
-- and would let both through.
create or replace function hold_requests(p_user_id bigint) returns int
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(739047, (p_user_id % 2147483648)::int);
  return (
    select count(*) from cash_requests where user_id = p_user_id and status = 'pending'
  );
end $$;
grant execute on function hold_requests to node_role;
