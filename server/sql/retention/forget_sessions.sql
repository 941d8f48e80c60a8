-- Forgets such sessions, not too many at once. A node may take nothing else from the table.
create or replace function forget_sessions(p_days int, p_max int) returns int
language plpgsql security definer set search_path from current as $$
declare v_forgotten int;
begin
  if p_days < 1 then raise exception 'a session is kept for a day at least'; end if;
  delete from sessions where id in (select due from due_sessions(p_days) due limit p_max);
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
grant execute on function forget_sessions to node_role;
