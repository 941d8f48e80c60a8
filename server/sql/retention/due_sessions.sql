-- Sessions that were over so many days ago, but for the first and the newest of each account: by
-- those it is known since when it has been here, and when last.
create or replace function due_sessions(p_days int) returns setof bigint
language sql stable as $$
  select s.id from sessions s
  where least(s.ended_at, s.expires_at) < now() - make_interval(days => p_days)
    and exists (select from sessions n where n.user_id = s.user_id and n.id > s.id)
    and exists (select from sessions f where f.user_id = s.user_id and f.id < s.id)
$$;
grant execute on function due_sessions to node_role;
