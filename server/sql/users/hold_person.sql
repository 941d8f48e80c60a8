-- Holds an account, its sessions and everyone above it, and answers with the account as it then is.
-- Alone among the account's own calls, for one who opens or ends a session of it.
create or replace function hold_person(p_id bigint, p_is_alone boolean) returns setof users
language plpgsql as $$
begin
  perform hold_people(ancestor_ids || id, null) from users where id = p_id;
  perform hold_sessions(p_id, p_is_alone);
  return query select * from users where id = p_id;
end $$;
grant execute on function hold_person to node_role;
