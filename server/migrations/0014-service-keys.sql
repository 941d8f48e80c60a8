-- Game servers sign their calls with a key; only its hash is kept.
create table service_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  created_by bigint not null references users (id),
  created_at timestamptz not null default platform_now(),
  revoked_at timestamptz
);

-- A kept answer belongs to a person or to a game server.
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys alter column actor_id drop not null;
alter table idempotency_keys add column service_key_id bigint references service_keys (id);
alter table idempotency_keys add constraint somebody_holds_the_key
  check ((actor_id is null) <> (service_key_id is null));
alter table idempotency_keys add constraint one_answer_of_a_key
  unique nulls not distinct (actor_id, service_key_id, key);

drop function claim_idempotency_key(bigint, text);

-- Takes the key for this transaction, or says that another transaction holds it. The answer is
-- read after the lock in a statement of its own, so an answer committed a moment ago is seen.
create function claim_idempotency_key(p_actor_id bigint, p_service_key_id bigint, p_key text)
returns table (is_mine boolean, request_hash bytea, http_status int, answer json)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(
    hashtextextended(p_key, coalesce(p_actor_id, -p_service_key_id))) then
    return query select false, null::bytea, null::int, null::json;
    return;
  end if;
  -- Two plain comparisons: the index cannot look for "is not distinct from".
  if p_actor_id is not null then
    return query
      select true, k.request_hash, k.http_status, k.answer
      from (values (1)) one left join idempotency_keys k
        on k.actor_id = p_actor_id and k.key = p_key;
  else
    return query
      select true, k.request_hash, k.http_status, k.answer
      from (values (1)) one left join idempotency_keys k
        on k.service_key_id = p_service_key_id and k.actor_id is null and k.key = p_key;
  end if;
end $$;
