-- Whether a service key is good; it stays so until the transaction ends. Alone for whoever revokes
-- it, who waits for the calls under way.
create or replace function hold_service_key(p_id bigint, p_is_alone boolean) returns boolean
language plpgsql as $$
begin
  if p_is_alone then perform pg_advisory_xact_lock(739043, (p_id % 2147483648)::int);
  else perform pg_advisory_xact_lock_shared(739043, (p_id % 2147483648)::int);
  end if;
  return exists (select from service_keys where id = p_id and revoked_at is null);
end $$;
grant execute on function hold_service_key to node_role;
