-- The index of 0058, built while the database serves.
create unique index concurrently if not exists entries_by_number on entries
  ((account_id::int), (sequence::int));
