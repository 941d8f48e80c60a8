-- A client has asked for money: its operator is called, and those above it. Demo accounts call
-- nobody.
create or replace function notify_request(p_request_id bigint) returns void
language plpgsql as $$
declare
  v_key text := 'request:' || p_request_id;
  v_facts jsonb;
  v_parent bigint;
  v_above bigint[];
begin
  select u.parent_id, array_remove(u.ancestor_ids, u.parent_id), jsonb_build_object(
    'requestId', r.id::text, 'userId', u.id::text, 'username', u.username, 'type', r.type,
    'currency', r.currency, 'amountMinor', r.amount_minor::text)
  into v_parent, v_above, v_facts
  from cash_requests r join users u on u.id = r.user_id
  where r.id = p_request_id and not u.is_demo;
  if v_facts is null then return; end if;
  perform notify_people(array[v_parent], 'request', v_key, v_facts);
  perform notify_people(v_above, 'requestBelow', v_key, v_facts);
end $$;
grant execute on function notify_request to node_role;
