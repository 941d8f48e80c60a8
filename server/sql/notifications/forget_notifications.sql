-- Forgets what is older than 90 days, the oldest first and not too many at once.
create or replace function forget_notifications() returns int language plpgsql as $$
declare v_forgotten int;
begin
  delete from notifications where id in (
    select id from (select id, at from notifications order by id limit 1000) oldest
    where at < platform_now() - interval '90 days');
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
grant execute on function forget_notifications to node_role;
