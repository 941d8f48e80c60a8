-- Blanks a person in the record of events: its name and address where it acted or tried to, and
-- what an event about it, its requests or its banks says in words. Answers how many events changed.
create or replace function erase_events(p_person bigint, p_name text, p_blank text) returns int
language plpgsql as $$
declare
  v_own bigint[] := array(
    select id from audit_events where actor_id = p_person
    union select id from audit_events where actor_id is null and lower(actor_name) = lower(p_name));
  v_about bigint[] := v_own || array(
    select id from audit_events where target_kind = 'user' and target_id = p_person
    union select e.id from audit_events e join cash_requests r on r.id = e.target_id
    where e.target_kind = 'cash-request' and r.user_id = p_person
    union select e.id from audit_events e join banks b on b.id = e.target_id
    where e.target_kind = 'bank' and b.owner_id = p_person
    -- What an administrator asked for by name, and did not get.
    union select id from audit_events where actor_id is null and action like 'admin.%'
      and position(lower(p_name) in lower(message)) > 0);
  v_was jsonb;
begin
  select jsonb_object_agg(d.id::text, encode(d.digest, 'hex')) into v_was
  from row_digests('audit_events', v_about) d;
  if v_was is null then return 0; end if;
  alter table audit_events disable trigger audit_is_append_only;
  update audit_events set message = 'Erased.', before = plain_facts(before),
    after = plain_facts(after),
    actor_name = case when id = any (v_own) then p_blank else actor_name end,
    address = case when id = any (v_own) then '' else address end
  where id = any (v_about);
  alter table audit_events enable trigger audit_is_append_only;
  return note_erased(p_person, 'audit_events', v_was);
end $$;
