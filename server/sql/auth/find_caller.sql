-- Who calls with a session's token: the account as it is, its status (the worst up the tree),
-- whether it proved itself within ten minutes, and the reason where it may not make a call that is
-- for these roles. A browser's session needs the secret of its cookie besides. Always one row.
-- Several short statements cost half of a long one; stable, so all of them see one state.
create or replace function find_caller(
  p_token_hash bytea, p_cookie_hash bytea, p_idle_minutes int, p_roles text[],
  p_is_for_suspended boolean, p_is_for_unenrolled boolean, p_is_step_up boolean,
  out reason text, out session_id bigint, out is_stale boolean, out is_fresh boolean,
  out actor users, out status text
) language plpgsql stable as $$
declare
  v_user_id bigint;
  v record;
begin
  select s.id, s.user_id, s.last_used_at < now() - interval '30 seconds',
    s.proven_at > now() - interval '10 minutes'
  into session_id, v_user_id, is_stale, is_fresh
  from sessions s where s.token_hash = p_token_hash and s.ended_at is null
    and s.expires_at > now() and s.last_used_at > now() - make_interval(mins => p_idle_minutes)
    and (s.cookie_hash is null or s.cookie_hash = p_cookie_hash);
  if not found then
    reason := 'noSession';
    return;
  end if;
  -- No condition but the ids: another would be looked for by an index of all that are active.
  select u as account, (
      select count(*) filter (where above.status = 'active' and above.deleted_at is null)
      from users above where above.id = any (u.ancestor_ids || u.id)) as active
  into v from users u where u.id = v_user_id;
  actor := v.account;
  -- Mostly all of them are active; what is worse is looked into.
  status := case when v.active = cardinality(actor.ancestor_ids) + 1 then 'active'
    else effective_status(actor.id, actor.ancestor_ids) end;
  if status = 'locked' then
    reason := 'noSession';
  elsif actor.role <> all (p_roles) then
    reason := 'notAllowed';
  elsif status <> 'active' and not p_is_for_suspended then
    reason := 'suspended';
  elsif actor.role = 'ADMIN' and not p_is_for_unenrolled and must_enrol(actor.id) then
    reason := 'mustEnrol';
  elsif p_is_step_up and not is_fresh then
    reason := 'stepUp';
  end if;
end $$;
grant execute on function find_caller to node_role;
