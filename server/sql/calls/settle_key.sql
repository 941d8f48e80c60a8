-- Says what became of a call that a person made under a key. One that has not been done is given up
-- with it: the key is kept as used, so that a call which is still on its way is refused when it
-- arrives, and the answer given here stays true. It is read after the lock, as claim_key does.
create or replace function settle_key(p_actor_id bigint, p_key text)
returns table (outcome text, message text) language plpgsql as $$
declare v_kept idempotency_keys;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_key, p_actor_id)) then
    outcome := 'running';
    return next;
    return;
  end if;
  select * into v_kept from idempotency_keys k where k.actor_id = p_actor_id and k.key = p_key;
  if v_kept.key is null then
    -- No call has an empty hash, so none is taken for this one.
    insert into idempotency_keys (actor_id, key, request_hash, kept)
    values (p_actor_id, p_key, '', '{"givenUp": true}');
  end if;
  outcome := case when v_kept.request_hash <> '' then 'done' else 'notDone' end;
  message := coalesce(v_kept.kept ->> 'message', v_kept.kept -> 'answer' ->> 'message', '');
  return next;
end $$;
grant execute on function settle_key to node_role;
