-- The work of one deposit call as one function: session, key, rules, transfer, audit, answer.
-- What pgbench does with it is the database's own limit for that work.
create function bench_deposit(p_token bytea, p_client bigint, p_amount_minor bigint, p_key text)
returns bigint language plpgsql as $$
declare
  v_actor record;
  v_claim record;
  v_client record;
  v_posted record;
begin
  select s.id as session_id, u.id, u.username, u.role,
    effective_status(u.id, u.ancestor_ids) as status
  into v_actor
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = p_token and s.ended_at is null and s.expires_at > now()
    and s.last_used_at > now() - interval '30 minutes';
  if v_actor.status is distinct from 'active' then raise exception 'no session'; end if;
  select * into v_claim from claim_idempotency_key(v_actor.id, p_key);
  if not v_claim.is_mine or v_claim.request_hash is not null then raise exception 'key'; end if;
  select u.id, u.parent_id, u.currency, u.deleted_at into v_client from users u
  where u.id = p_client and v_actor.id = any (u.ancestor_ids)
    and not exists (select from users above
      where above.id = any (u.ancestor_ids) and above.deleted_at is not null)
  for share of u;
  if v_client.parent_id is distinct from v_actor.id then raise exception 'not mine'; end if;
  select * into v_posted from post_transfer('deposit', v_actor.id, 'wallet', v_client.id, 'wallet',
    v_client.currency, p_amount_minor, v_actor.id, 'bench', p_key, null);
  insert into audit_events (actor_id, actor_name, actor_role, address, request_id, action,
    target_kind, target_id, after, outcome, message)
  values (v_actor.id, v_actor.username, v_actor.role, '127.0.0.1', gen_random_uuid()::text,
    'transactions.deposit', 'user', v_client.id,
    jsonb_build_object('transferId', v_posted.transfer_id, 'amountMinor', p_amount_minor,
      'remarks', 'bench', 'balanceMinor', v_posted.to_balance_minor),
    'done', 'Deposit successful!');
  insert into idempotency_keys (actor_id, key, request_hash, http_status, answer)
  values (v_actor.id, p_key, sha256(convert_to(p_key, 'UTF8')), 200,
    json_build_object('status', 'success', 'message', 'Deposit successful!'));
  return v_posted.transfer_id;
end $$;
