-- Opens a call of a game server: holds its service key, so that revoking it waits for the calls
-- under way, and claims the idempotency key. The reasons are those of open_call.
create or replace function open_service_call(
  p_key_hash bytea, p_key text, p_request_hash bytea
) returns table (reason text, service_key_id bigint, name text, kept json)
language plpgsql as $$
declare v_claim record;
begin
  reason := 'noService';
  select k.id into service_key_id from service_keys k where k.key_hash = p_key_hash;
  if service_key_id is not null and hold_service_key(service_key_id, false) then
    reason := null;
    select k.name into name from service_keys k where k.id = service_key_id;
    if p_key is not null then
      v_claim := claim_key(null, service_key_id, p_key, p_request_hash);
      reason := v_claim.reason;
      kept := v_claim.kept;
    end if;
  end if;
  return next;
end $$;
grant execute on function open_service_call to node_role;
