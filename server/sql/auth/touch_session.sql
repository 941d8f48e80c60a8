-- The session is in use. Written at most every 30 seconds (find_caller says when), and passed over
-- while another transaction writes it: that one does the same. A database that is held for a move
-- only reads, and so do its sessions.
create or replace function touch_session(p_session_id bigint) returns void language plpgsql as $$
begin
  if current_setting('transaction_read_only')::boolean then return; end if;
  update sessions set last_used_at = now() where id =
    (select id from sessions where id = p_session_id for no key update skip locked);
end $$;
grant execute on function touch_session to node_role;
