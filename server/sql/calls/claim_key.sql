-- Takes an idempotency key of a person or a game server for this transaction. Reasons: another
-- transaction holds it, it was used for another call, or this very call was answered before; then
-- that answer comes along. It is read after the lock in a statement of its own, so that an answer
-- committed a moment ago is seen.
create or replace function claim_key(
  p_actor_id bigint, p_service_key_id bigint, p_key text, p_request_hash bytea,
  out reason text, out kept json
) language plpgsql as $$
declare
  v_hash bytea;
  v_kept json;
begin
  if not pg_try_advisory_xact_lock(
    hashtextextended(p_key, coalesce(p_actor_id, -p_service_key_id))) then
    reason := 'keyRunning';
    return;
  end if;
  -- Two plain comparisons: the index cannot look for "is not distinct from".
  if p_actor_id is not null then
    select k.request_hash, k.kept into v_hash, v_kept from idempotency_keys k
    where k.actor_id = p_actor_id and k.key = p_key;
  else
    select k.request_hash, k.kept into v_hash, v_kept from idempotency_keys k
    where k.actor_id is null and k.service_key_id = p_service_key_id and k.key = p_key;
  end if;
  if v_hash = p_request_hash then
    reason := 'kept';
    kept := v_kept;
    -- Written so that this commit waits for a standby, which then has the earlier one too.
    perform pg_logical_emit_message(true, 'pitboss', 'replay');
  elsif v_hash is not null then
    reason := 'keyUsed';
  end if;
end $$;
grant execute on function claim_key to node_role;
