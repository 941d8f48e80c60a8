-- A moment as kept answers have it; `kernel/kept.ts` reads it back.
create or replace function kept_time(p_value timestamptz) returns json language sql stable as $$
  select json_build_object('$time', p_value)
$$;
grant execute on function kept_time to node_role;
