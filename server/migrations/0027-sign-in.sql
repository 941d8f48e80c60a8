-- A browser's session needs, besides its token, the secret of a cookie that scripts cannot read: a
-- token that was stolen is worth nothing elsewhere. Sessions without a browser have no cookie.
alter table sessions add column cookie_hash bytea;
-- What the one who signed in called its program, to tell its sessions apart.
alter table sessions add column agent text not null default '';
create index sessions_by_cookie on sessions (cookie_hash, user_id) where cookie_hash is not null;

drop function live_sessions(bytea, int);
create function live_sessions(p_token_hash bytea, p_idle_minutes int, p_cookie_hash bytea)
returns setof sessions language sql stable as $$
  select * from sessions
  where token_hash = p_token_hash and ended_at is null and expires_at > now()
    and last_used_at > now() - make_interval(mins => p_idle_minutes)
    and (cookie_hash is null or cookie_hash = p_cookie_hash)
$$;

alter type call_at_once add attribute cookie_hash bytea;

-- As in migration 0022, with the cookie.
create or replace function caller_at_once(p_call call_at_once) returns users language plpgsql as $$
declare
  v_session sessions;
  v_user users;
begin
  select * into v_session
  from live_sessions(p_call.token_hash, p_call.idle_minutes, p_call.cookie_hash);
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

-- What the eye makes of a username: zero and o, one and l and i, rn and m, vv and w are the same.
create function look_of(p_username text) returns text language sql immutable as $$
  select replace(replace(translate(lower(p_username), '01i', 'oll'), 'rn', 'm'), 'vv', 'w')
$$;
create index users_by_look on users (look_of(username));
