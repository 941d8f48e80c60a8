-- The round that players are shown: the one that is running, the engine's before others, or else
-- the last one. Both ways lead over an index to one row.
create or replace function present_round() returns bigint language plpgsql stable as $$
begin
  return coalesce(
    (select id from rounds where state in ('betting', 'flying')
     order by source = 'engine' desc, id desc limit 1),
    (select max(id) from rounds));
end $$;
grant execute on function present_round to node_role;
