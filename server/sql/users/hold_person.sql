-- Holds an account, its sessions and everyone above it, and answers with the account as it then is.
create or replace function hold_person(p_id bigint) returns setof users
language plpgsql as $$
begin
  perform hold_people(ancestor_ids || id, null) from users where id = p_id;
  perform hold_sessions(p_id, false);
  return query select * from users where id = p_id;
end $$;
grant execute on function hold_person to node_role;
