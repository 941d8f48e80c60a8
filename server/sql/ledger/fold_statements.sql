-- Folds the entries written since the last time into what statements count and add up; answers
-- whether it is to be called again right away. Of several nodes one does it.
-- First it announces up to where it will fold. Who writes an entry of an earlier time and has seen
-- that says so (add_late_to_statements); who has not had its number before the announcement was
-- there to be seen, so it folds once all with lower numbers than its next one have ended. Then
-- every entry before that time is there, and no other will come. So that hardly anybody has to say
-- anything, and wait here for it, that time lies somewhat back.
create or replace function fold_statements(p_back interval) returns boolean
language plpgsql security definer set search_path from current as $$
declare
  v statement_folding;
  v_until timestamptz := date_trunc('milliseconds', clock_timestamp() - p_back);
  -- Of the database and not of the one who calls: a node that knew fewer would pass money over.
  v_currencies text[] := currencies_of_money();
  v_end timestamptz;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold statements', 0)) then
    return false;
  end if;
  select * into strict v from statement_folding;
  if v.next_until = v.folded_until then
    v_end := folding_end(v.folded_until, v_until, v_currencies, 100000);
    if v_end is null then return false; end if;
    update statement_folding set next_until = v_end, next_xid = null;
    return true;
  end if;
  -- One that is above all there are is of another server, from which the tables were copied.
  if coalesce(v.next_xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint, true) then
    v.next_xid := pg_current_xact_id()::text::bigint;
  end if;
  if pg_snapshot_xmin(pg_current_snapshot())::text::bigint < v.next_xid then
    update statement_folding set next_xid = v.next_xid;
    return false;
  end if;
  perform add_to_statements(v.folded_until, v.next_until, v_currencies, null);
  update statement_folding set folded_until = v.next_until, next_xid = null;
  -- What has come meanwhile can wait, unless there is much.
  return v.next_until < v_until - interval '1 minute';
end $$;
grant execute on function fold_statements to node_role;
