-- Everyone in whose branch are the clients of these operators: they themselves and those above.
create or replace function operators_above(p_parents bigint[])
returns table (parent_id bigint, id bigint) language sql stable as $$
  select p.id, above.id from users p cross join unnest(p.ancestor_ids || p.id) above (id)
  where p.id = any (array(select distinct unnest(p_parents)))
$$;
