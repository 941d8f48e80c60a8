-- The first release had an index where later ones have a constraint; a database that began with it
-- gets what all others have.
do $$
begin
  if not exists (select from pg_constraint
    where conname = 'one_entry_of_a_transfer_and_account'
      and conrelid = 'entries'::regclass) then
    alter table entries add constraint one_entry_of_a_transfer_and_account
      unique (transfer_id, account_id);
  end if;
end $$;
drop index if exists entries_by_transfer;
