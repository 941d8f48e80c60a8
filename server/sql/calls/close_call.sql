-- Closes a call: puts what was done on record and keeps what is to be answered under the key, in
-- the transaction of the change. A call that was refused leaves nothing here.
create or replace function close_call(
  p_refused text, p_actor_id bigint, p_actor_name text, p_actor_role text,
  p_service_key_id bigint, p_address text, p_request_id text, p_action text, p_message text,
  p_target_kind text, p_target_id bigint, p_before jsonb, p_after jsonb,
  p_key text, p_request_hash bytea, p_result json
) returns void language plpgsql as $$
begin
  if p_refused is not null then return; end if;
  insert into audit_events (actor_id, actor_name, actor_role, address, request_id, action,
    target_kind, target_id, before, after, outcome, message)
  values (p_actor_id, p_actor_name, p_actor_role, p_address, p_request_id, p_action,
    p_target_kind, p_target_id, p_before, p_after, 'done', p_message);
  if p_key is null then return; end if;
  insert into idempotency_keys (actor_id, service_key_id, key, request_hash, kept)
  values (p_actor_id, p_service_key_id, p_key, p_request_hash,
    json_build_object('message', p_message, 'result', p_result));
end $$;
grant execute on function close_call to node_role;
