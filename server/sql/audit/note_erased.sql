-- Notes what sealed rows were before a person's data in them became blanks, given with the digests
-- of before: those that were changed by it.
create or replace function note_erased(p_person bigint, p_record text, p_was jsonb) returns int
language plpgsql as $$
declare v_count int;
begin
  insert into erased_rows (record, id, was, is_now, person_id)
  select p_record, d.id, decode(p_was ->> d.id::text, 'hex'), d.digest, p_person
  from row_digests(p_record, array(select key::bigint from jsonb_object_keys(p_was) key)) d
  where encode(d.digest, 'hex') <> p_was ->> d.id::text;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
