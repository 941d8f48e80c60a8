-- Holds people as they are until the transaction ends. Calls share the hold of everyone on their
-- way up the tree. Whoever changes one of them holds that one alone: it waits for the calls under
-- way, and those that come after it see the change. From the top down, which is the order that
-- keeps two of them from waiting for each other. What decides is read by a statement after this.
-- Advisory locks, for they have a fair queue: those who share a row one after the other could keep
-- whoever wants to change it waiting for ever.
create or replace function hold_people(p_ids bigint[], p_alone_id bigint) returns void
language plpgsql as $$
begin
  perform case when id = p_alone_id
    then pg_advisory_xact_lock(739042, (id % 2147483648)::int)
    else pg_advisory_xact_lock_shared(739042, (id % 2147483648)::int) end
  from unnest(p_ids) id;
  if p_alone_id is not null then
    perform pg_advisory_xact_lock(739046, (p_alone_id % 64)::int);
  end if;
end $$;
grant execute on function hold_people to node_role;
