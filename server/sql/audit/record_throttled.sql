-- Puts sign-ins that were refused unseen on record, as one event that says how many they were.
create or replace function record_throttled(p_try jsonb, p_tries int) returns void
language plpgsql as $$
begin
  insert into audit_events (actor_name, address, request_id, action, target_kind, target_id,
    outcome, message)
  values (p_try ->> 'actorName', p_try ->> 'address', p_try ->> 'requestId', p_try ->> 'action',
    case when p_try ? 'userId' then 'user' end, (p_try ->> 'userId')::bigint, 'refused',
    (p_try ->> 'message') || case when p_tries > 1 then ' (' || p_tries || ' times)' else '' end);
end $$;
grant execute on function record_throttled to node_role;
