-- Who calls with a session's token: the account as it is, its status (the worst up the tree),
-- whether it proved itself within ten minutes, and the reason where it may not make a call that is
-- for these roles. A browser's session needs the secret of its cookie besides. Always one row.
create or replace function find_caller(
  p_token_hash bytea, p_cookie_hash bytea, p_idle_minutes int, p_roles text[],
  p_is_for_suspended boolean, p_is_for_unenrolled boolean, p_is_step_up boolean
) returns table (reason text, session_id bigint, is_stale boolean, is_fresh boolean, actor users,
  status text)
language plpgsql stable as $$
begin
  return query
    select case
        when (e.status <> 'locked') is not true then 'noSession'
        when u.role <> all (p_roles) then 'notAllowed'
        when e.status <> 'active' and not p_is_for_suspended then 'suspended'
        when u.role = 'ADMIN' and not p_is_for_unenrolled
          and (select is_second_factor_required from security_settings)
          and not exists (select from second_factors f
            where f.user_id = u.id and f.confirmed_at is not null) then 'mustEnrol'
        when p_is_step_up and s.proven_at <= now() - interval '10 minutes' then 'stepUp'
      end,
      s.id, s.last_used_at < now() - interval '30 seconds',
      s.proven_at > now() - interval '10 minutes', u, e.status
    from (values (1)) one
    left join sessions s on s.token_hash = p_token_hash and s.ended_at is null
      and s.expires_at > now() and s.last_used_at > now() - make_interval(mins => p_idle_minutes)
      and (s.cookie_hash is null or s.cookie_hash = p_cookie_hash)
    left join users u on u.id = s.user_id
    left join lateral (select effective_status(u.id, u.ancestor_ids) as status) e
      on u.id is not null;
end $$;
grant execute on function find_caller to node_role;
