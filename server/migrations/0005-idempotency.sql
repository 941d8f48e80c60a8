-- The answer to a call that moved money, kept so that the same call again moves nothing.
create table idempotency_keys (
  actor_id bigint not null references users (id),
  key text not null,
  request_hash bytea not null,
  http_status int not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Takes the key for this transaction, or says that another transaction holds it. The answer is
-- read after the lock in a statement of its own, so an answer committed a moment ago is seen.
create function claim_idempotency_key(p_actor_id bigint, p_key text)
returns table (is_mine boolean, request_hash bytea, http_status int, answer json)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_key, p_actor_id)) then
    return query select false, null::bytea, null::int, null::json;
    return;
  end if;
  return query
    select true, k.request_hash, k.http_status, k.answer
    from (values (1)) one left join idempotency_keys k
      on k.actor_id = p_actor_id and k.key = p_key;
end $$;
