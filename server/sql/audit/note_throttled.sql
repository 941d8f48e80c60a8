-- Notes a sign-in or a call that was refused unseen. The first is put on record immediately; those
-- of the minute after it are only counted, and come on record together: with the next one, or by
-- record_due_throttled.
create or replace function note_throttled(p_subject text, p_try jsonb) returns void
language plpgsql as $$
declare v_kept sign_in_failures;
begin
  insert into sign_in_failures (subject, failures, last_failed_at, blocked_until)
  values (p_subject, 0, now(), 'epoch') on conflict (subject) do nothing;
  select * into v_kept from sign_in_failures where subject = p_subject for no key update;
  if v_kept.throttled_at > now() - interval '1 minute' then
    update sign_in_failures set throttled = throttled + 1, throttled_try = p_try
    where subject = p_subject;
  else
    perform record_throttled(p_try, coalesce(v_kept.throttled, 0) + 1);
    perform notify_refused(p_try);
    update sign_in_failures set throttled = 0, throttled_at = now() where subject = p_subject;
  end if;
end $$;
grant execute on function note_throttled to node_role;
