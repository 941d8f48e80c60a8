-- Holds many people and everyone above them, together with others, as hold_people does for a few:
-- ten thousand locks have no room in the database, so people stand in 64 groups here, and whoever
-- changes one of them holds its group alone as well.
create or replace function hold_crowd(p_ids bigint[]) returns void language plpgsql
set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock_shared(739046, crowd.place)
  from (
    select distinct (one % 64)::int as place
    from users u cross join unnest(u.ancestor_ids || u.id) one
    where u.id = any (p_ids) order by 1
  ) crowd;
end $$;
