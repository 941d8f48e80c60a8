-- Holds people as they are until the transaction ends. Calls share the hold of everyone on their
-- way up the tree. Whoever changes one of them holds that one alone: it waits for the calls under
-- way, and those that come after it see the change. From the top down, which is the order that
-- keeps two of them from waiting for each other. What decides is read by a statement after this.
-- Advisory locks, for they have a fair queue: those who share a row one after the other could keep
-- whoever wants to change it waiting for ever. They are taken in expressions, which cost a tenth of
-- a statement.
create or replace function hold_people(p_ids bigint[], p_alone_id bigint) returns void
language plpgsql as $$
declare
  v_id bigint;
  v_is_held boolean;
begin
  foreach v_id in array coalesce(p_ids, '{}') loop
    if v_id = p_alone_id then
      v_is_held := pg_advisory_xact_lock(739042, (v_id % 2147483648)::int) is not null;
    else
      v_is_held := pg_advisory_xact_lock_shared(739042, (v_id % 2147483648)::int) is not null;
    end if;
  end loop;
  if p_alone_id is not null then
    v_is_held := pg_advisory_xact_lock(739046, (p_alone_id % 64)::int) is not null;
  end if;
end $$;
grant execute on function hold_people to node_role;
