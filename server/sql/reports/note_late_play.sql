-- Tells fold_play of bets that end later than half an hour after their quarter of an hour began:
-- it may have gone past them. To the others it costs a look at the clock.
create or replace function note_late_play(p_placed timestamptz[]) returns void
language plpgsql as $$
declare v_since timestamptz := clock_timestamp() - interval '30 minutes';
begin
  if slot_of((select min(placed) from unnest(p_placed) placed)) >= v_since then return; end if;
  insert into late_play (slot_at)
  select distinct slot_of(placed) from unnest(p_placed) placed where slot_of(placed) < v_since;
end $$;
