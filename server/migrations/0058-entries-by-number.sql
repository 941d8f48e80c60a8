-- The number of an entry in its account: kept by numbers of four bytes each, the largest index of
-- all needs five bytes for every seven. Neither accounts nor the entries of one reach two billion;
-- one that did would be refused, not written twice.
-- cost: entries 0.3
create unique index if not exists entries_by_number on entries
  ((account_id::int), (sequence::int));
comment on index entries_by_number is 'check_new_balance: the newest entries of an account.';
alter table entries drop constraint entries_are_numbered;
