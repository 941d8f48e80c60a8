-- The two busiest calls, an operator's deposit or withdrawal and a player's bet, each as one
-- function: session, key, rules, money, audit and kept answer in one round trip. With five of them
-- a node reached 0.38 of what PostgreSQL can do, and a wallet stayed locked in between.
-- They only ever say yes: whatever is not plainly allowed is declined without a trace, and the call
-- goes the plain way, which does it or says why not. So the reasons stand in one place.

-- As in migration 0001; as PL/pgSQL its plan is kept, which took it from 0.3 ms to 0.03.
create or replace function effective_status(p_user_id bigint, p_ancestor_ids bigint[]) returns text
language plpgsql stable as $$
begin
  return (
    select case
      when bool_or(deleted_at is not null or status = 'locked') then 'locked'
      when bool_or(status = 'suspended') then 'suspended'
      else 'active'
    end
    from users where id = any (p_ancestor_ids || p_user_id));
end $$;

-- The session of a token: neither ended nor expired nor idle for too long.
create function live_sessions(p_token_hash bytea, p_idle_minutes int) returns setof sessions
language sql stable as $$
  select * from sessions
  where token_hash = p_token_hash and ended_at is null and expires_at > now()
    and last_used_at > now() - make_interval(mins => p_idle_minutes)
$$;

-- Who acted was read by the same call, and nobody is ever deleted: what a foreign key would check
-- once more for each of three rows, locking a busy operator's row each time, the audit checks.
alter table transfers drop constraint transfers_actor_id_fkey;
alter table audit_events drop constraint audit_events_actor_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_actor_id_fkey;
create trigger users_stay before delete or truncate on users
  for each statement execute function refuse_change();

-- A moment as the wire has it.
create function wire_time(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- What every call brings: whose session, from where, under which key, and how success is told.
create type call_at_once as (
  token_hash bytea,
  idle_minutes int,
  is_background boolean,
  address text,
  request_id text,
  action text,
  message text,
  key text,
  request_hash bytea,
  http_status int
);

-- The one who acts, if it may change things now and its key was never used; otherwise null.
create function caller_at_once(p_call call_at_once) returns users language plpgsql as $$
declare
  v_session sessions;
  v_user users;
begin
  select * into v_session from live_sessions(p_call.token_hash, p_call.idle_minutes);
  select * into v_user from users where id = v_session.user_id;
  if effective_status(v_user.id, v_user.ancestor_ids) <> 'active' then return null; end if;
  if p_call.key is not null and not (
    select is_mine and request_hash is null
    from claim_idempotency_key(v_user.id, null, p_call.key)) then
    return null;
  end if;
  if not p_call.is_background and v_session.last_used_at < now() - interval '30 seconds' then
    update sessions set last_used_at = now() where id = v_session.id;
  end if;
  return v_user;
end $$;

-- Puts what was done on record, and keeps the answer under its key.
create function done_at_once(
  p_call call_at_once, p_actor users, p_target_kind text, p_target_id bigint, p_after jsonb,
  p_result json
) returns void language plpgsql as $$
begin
  insert into audit_events (actor_id, actor_name, actor_role, address, request_id, action,
    target_kind, target_id, after, outcome, message)
  values (p_actor.id, p_actor.username, p_actor.role, p_call.address, p_call.request_id,
    p_call.action, p_target_kind, p_target_id, p_after, 'done', p_call.message);
  if p_call.key is not null then
    insert into idempotency_keys (actor_id, key, request_hash, http_status, answer)
    values (p_actor.id, p_call.key, p_call.request_hash, p_call.http_status, json_build_object(
      'status', 'success', 'message', p_call.message, 'data', p_result));
  end if;
end $$;

-- A deposit to a direct client, or a withdrawal from it. No row: declined.
create function move_at_once(
  p_call call_at_once, p_kind text, p_client_id bigint, p_amount_minor bigint, p_remarks text
) returns table (transfer_id bigint, balance_minor bigint) language plpgsql as $$
declare
  v_actor users := caller_at_once(p_call);
  v_client users;
begin
  if (v_actor.role in ('ADMIN', 'SUPER')) is not true then return; end if;
  -- Whoever stands above the client stands above the caller, or is the caller, and was looked at.
  select * into v_client from users
  where id = p_client_id and parent_id = v_actor.id and deleted_at is null for share;
  if not found then return; end if;
  if p_kind = 'deposit' then
    select t.transfer_id, t.to_balance_minor into transfer_id, balance_minor
    from post_transfer('deposit', case when not v_client.is_demo then v_actor.id end,
      case when v_client.is_demo then 'demo_treasury' else 'wallet' end, v_client.id, 'wallet',
      v_client.currency, p_amount_minor, v_actor.id, p_remarks, p_call.key, null, null) t;
  elsif p_kind = 'withdraw' and not v_client.is_demo then
    select t.transfer_id, t.from_balance_minor into transfer_id, balance_minor
    from post_transfer('withdraw', v_client.id, 'wallet', v_actor.id, 'wallet',
      v_client.currency, p_amount_minor, v_actor.id, p_remarks, p_call.key, null, null) t;
  else
    return;
  end if;
  perform done_at_once(p_call, v_actor, 'user', v_client.id,
    jsonb_build_object('transferId', transfer_id::text, 'amountMinor', p_amount_minor::text,
      'remarks', p_remarks, 'balanceMinor', balance_minor::text),
    json_build_object('transactionId', transfer_id::text,
      'balance', trim_scale(balance_minor / 100.0)));
  return next;
end $$;

-- A client's bet on the round that is open, the engine's first. No row: declined. The rules are
-- those of place_bets, which takes five times as long for one bet as for one of a thousand.
create function place_at_once(p_call call_at_once, p_stake_minor bigint, p_auto_hundredths int)
returns table (bet_id bigint, round_id bigint, currency text, placed_at timestamptz)
language plpgsql as $$
declare
  v_actor users := caller_at_once(p_call);
begin
  if (v_actor.role = 'USER') is not true or p_stake_minor < v_actor.minimum_bets_minor
    or p_stake_minor > v_actor.maximum_bets_minor
    or (select is_maintenance from games where name = 'Aviator') then
    return;
  end if;
  select r.id into round_id from rounds r where r.state = 'betting'
  order by r.source = 'engine' desc, r.id desc limit 1;
  if not found then return; end if;
  -- Whoever closes the betting waits for us, and we see it closed after them.
  perform hold_round(round_id, false);
  perform 1 from rounds r where r.id = round_id and r.state = 'betting'
    and (r.betting_until is null or platform_now() < r.betting_until);
  if not found then return; end if;
  perform 1 from accounts a
  where a.user_id = v_actor.id and a.kind in ('wallet', 'stakes') order by a.id for no key update;
  currency := v_actor.currency;
  placed_at := platform_now();
  insert into bets as b (round_id, user_id, parent_id, currency, is_demo, stake_minor,
    auto_hundredths, created_at, updated_at)
  values (round_id, v_actor.id, v_actor.parent_id, v_actor.currency, v_actor.is_demo,
    p_stake_minor, p_auto_hundredths, placed_at, placed_at)
  returning b.id into bet_id;
  perform post_transfer('stake', v_actor.id, 'wallet', v_actor.id, 'stakes', v_actor.currency,
    p_stake_minor, v_actor.id, 'Round ' || round_id || ': stake', null, null, bet_id);
  perform done_at_once(p_call, v_actor, 'bet', bet_id,
    jsonb_build_object('roundId', round_id::text, 'stakeMinor', p_stake_minor::text,
      'autoHundredths', p_auto_hundredths),
    json_strip_nulls(json_build_object('_id', bet_id::text, 'round', round_id::text,
      'stake', json_build_object('$numberDecimal', round(p_stake_minor / 100.0, 2)::text),
      'type', 'unsettled',
      'bettype', case when p_auto_hundredths is null then 'manual' else 'auto' end,
      'autoCashout', trim_scale(p_auto_hundredths / 100.0), 'currency', currency,
      'createdAt', wire_time(placed_at), 'updatedAt', wire_time(placed_at))));
  return next;
end $$;
