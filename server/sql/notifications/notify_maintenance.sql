-- Tells every operator but the one who did it that maintenance was switched.
create or replace function notify_maintenance(p_actor_id bigint, p_is_on boolean, p_reason text)
returns void language plpgsql as $$
begin
  perform notify_people(array(select id from users where role <> 'USER' and id <> p_actor_id),
    'maintenance', 'maintenance:' || pg_current_xact_id(), jsonb_strip_nulls(jsonb_build_object(
      'isOn', p_is_on, 'detail', p_reason,
      'username', (select username from users where id = p_actor_id))));
end $$;
grant execute on function notify_maintenance to node_role;
