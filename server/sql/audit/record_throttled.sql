-- Puts what was refused unseen on record, as one event that says how many they were.
create or replace function record_throttled(p_try jsonb, p_tries int) returns void
language plpgsql as $$
begin
  insert into audit_events (actor_id, actor_name, actor_role, address, request_id, action,
    target_kind, target_id, outcome, message)
  values ((p_try ->> 'actorId')::bigint, p_try ->> 'actorName', p_try ->> 'role',
    p_try ->> 'address', p_try ->> 'requestId', p_try ->> 'action', p_try ->> 'kind',
    (p_try ->> 'targetId')::bigint, 'refused',
    (p_try ->> 'message') || case when p_tries > 1 then ' (' || p_tries || ' times)' else '' end);
end $$;
grant execute on function record_throttled to node_role;
