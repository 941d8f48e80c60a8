-- Calls these people, each once for a key; who has muted the kind, and who is no operator any more,
-- is not called.
create or replace function notify_people(
  p_users bigint[], p_kind text, p_key text, p_facts jsonb
) returns void language plpgsql as $$
begin
  insert into notifications (user_id, kind, key, facts)
  select u.id, p_kind, p_key, p_facts
  from users u left join notification_settings s on s.user_id = u.id
  where u.id = any (p_users) and u.role <> 'USER' and u.deleted_at is null
    and p_kind <> all (coalesce(s.muted, '{}'))
  order by u.id
  on conflict (user_id, key) do nothing;
end $$;
grant execute on function notify_people to node_role;
