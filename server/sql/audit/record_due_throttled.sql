-- Puts on record what was noted more than a minute ago and has had no successor, and forgets what
-- was counted more than a day ago. Nodes that do so at the same time do not wait for each other.
create or replace function record_due_throttled() returns void language plpgsql as $$
declare v_due sign_in_failures;
begin
  for v_due in
    select * from sign_in_failures
    where throttled > 0 and throttled_at <= now() - interval '1 minute'
    order by subject limit 1000 for no key update skip locked
  loop
    perform record_throttled(v_due.throttled_try, v_due.throttled);
    update sign_in_failures set throttled = 0, throttled_at = now() where subject = v_due.subject;
  end loop;
  delete from sign_in_failures where subject in (
    select subject from sign_in_failures
    where last_failed_at < now() - interval '1 day' and throttled = 0 and blocked_until <= now()
    limit 1000 for update skip locked);
end $$;
grant execute on function record_due_throttled to node_role;
