-- Up to where what is folded holds every bet that has ended: no further than to the first of those
-- that ended late.
create or replace function play_folded_until() returns timestamptz language sql stable as $$
  select case when folded_until is null then 'epoch'
    else least(folded_until, (select hour_of(min(slot_at)) from late_play)) end
  from play_folding
$$;
grant execute on function play_folded_until to node_role;
