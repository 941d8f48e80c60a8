-- A whole number of eight bytes as kept answers have it; `kernel/kept.ts` reads it back.
create or replace function kept_bigint(p_value bigint) returns json language sql stable as $$
  select json_build_object('$bigint', p_value::text)
$$;
grant execute on function kept_bigint to node_role;
