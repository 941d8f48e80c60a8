-- One digest over everything that was blanked in sealed rows for a person; the event of the act
-- holds it.
create or replace function erased_digest(p_person bigint) returns text
language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(row(record, id, encode(was, 'hex'),
    encode(is_now, 'hex'))::text, '' order by record, id, is_now), ''), 'UTF8')), 'hex')
  from erased_rows where person_id = p_person
$$;
