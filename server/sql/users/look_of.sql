-- What the eye makes of a username: zero and o, one and l and i, rn and m, vv and w are the same.
create or replace function look_of(p_username text) returns text language sql immutable as $$
  select replace(replace(translate(lower(p_username), '01i', 'oll'), 'rn', 'm'), 'vv', 'w')
$$;
grant execute on function look_of to node_role;
