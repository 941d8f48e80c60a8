-- Calls those at the top.
create or replace function notify_supers(p_kind text, p_key text, p_facts jsonb) returns void
language plpgsql as $$
begin
  perform notify_people(array(select id from users where parent_id is null), p_kind, p_key,
    p_facts);
end $$;
grant execute on function notify_supers to node_role;
