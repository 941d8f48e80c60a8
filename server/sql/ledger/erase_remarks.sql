-- Blanks the remarks of transfers from or to a person: the only words in the ledger. Amounts,
-- accounts, times and balances stay as they are. Answers how many transfers changed.
create or replace function erase_remarks(p_person bigint) returns int language plpgsql as $$
declare
  v_ids bigint[] := array(
    select distinct e.transfer_id from entries e join transfers t on t.id = e.transfer_id
    where e.account_id in (select id from accounts where user_id = p_person)
      and t.round_id is null and t.remarks <> '');
  v_was jsonb;
begin
  select jsonb_object_agg(d.id::text, encode(d.digest, 'hex')) into v_was
  from row_digests('transfers', v_ids) d;
  if v_was is null then return 0; end if;
  alter table transfers disable trigger transfers_are_append_only;
  update transfers set remarks = '' where id = any (v_ids);
  alter table transfers enable trigger transfers_are_append_only;
  return note_erased(p_person, 'transfers', v_was);
end $$;
