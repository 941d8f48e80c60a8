-- Folds the play of the next hour that is over; answers 0 where there is nothing to do yet. Of
-- several nodes one does it.
-- Nobody waits for it: bets that end later than half an hour after their quarter of an hour began
-- say so in late_play, and go back to where folding begins again. All others are there when every
-- transaction has ended that began before that half hour was over.
create or replace function fold_play() returns int
language plpgsql security definer set search_path from current as $$
declare
  v play_folding;
  v_late timestamptz;
  v_at timestamptz;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold play', 0)) then return 0; end if;
  -- What follows sees the bets of all whose words are taken here.
  with taken as (delete from late_play returning slot_at)
  select min(slot_at) into v_late from taken;
  select * into strict v from play_folding;
  v_at := hour_of(clock_timestamp() - interval '30 minutes');
  if v.folded_until is null then
    update play_folding set folded_until
      = coalesce((select hour_of(min(slot_at)) from client_slots where not is_demo), v_at);
    return 1;
  elsif v_late < v.folded_until then
    update play_folding set folded_until = hour_of(v_late);
    return 1;
  elsif coalesce(v.next_until <= v.folded_until, true)
    -- Of another server, from which the tables were copied.
    or v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  then
    if v_at <= v.folded_until then return 0; end if;
    -- Its own number is above that of everybody at work; a snapshot's end is above those who ended.
    update play_folding set next_until = v_at, next_xid = pg_current_xact_id()::text::bigint;
    return 1;
  elsif pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid then
    return 0;
  end if;
  v_at := fold_next(v.folded_until, v.next_until, currencies_of_money());
  update play_folding set folded_until = v_at;
  return 1;
end $$;
grant execute on function fold_play to node_role;
