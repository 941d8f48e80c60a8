-- The hour (UTC) that a moment lies in.
create or replace function hour_of(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin('1 hour', p_at, '2000-01-01 00:00:00+00')
$$;
grant execute on function hour_of to node_role;
