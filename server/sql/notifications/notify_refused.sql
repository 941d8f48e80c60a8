-- Sign-ins to an account were held up after many that were wrong: it is told so once an hour, and
-- so is its operator.
create or replace function notify_refused(p_try jsonb) returns void language plpgsql as $$
declare v users;
begin
  select * into v from users where id = (p_try ->> 'targetId')::bigint;
  if p_try ->> 'kind' is distinct from 'user' or v.id is null then return; end if;
  perform notify_people(array_remove(array[v.id, v.parent_id], null), 'refused',
    'refused:' || v.id || ':' || to_char(now() at time zone 'UTC', 'YYYYMMDDHH24'),
    jsonb_build_object('userId', v.id::text, 'username', v.username,
      'address', p_try ->> 'address'));
end $$;
grant execute on function notify_refused to node_role;
