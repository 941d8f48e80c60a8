-- The quarter of an hour that a moment lies in; it fits every time zone in use.
create or replace function slot_of(p_at timestamptz) returns timestamptz
language sql immutable as $$
  select date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;
grant execute on function slot_of to node_role;
