-- Forgets what is older than so many days, the oldest first and not too many at once.
create or replace function forget_notifications(p_days int, p_max int) returns int
language plpgsql as $$
declare v_forgotten int;
begin
  delete from notifications where id in (
    select id from (select id, at from notifications order by id limit p_max) oldest
    where at < platform_now() - make_interval(days => p_days));
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
grant execute on function forget_notifications to node_role;
