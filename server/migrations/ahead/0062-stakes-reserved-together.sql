-- The index of 0062, built while the database serves.
create unique index concurrently if not exists a_stake_is_taken_and_let_go_once on entries
  (bet_id, (owner_id is null)) with (fillfactor = 50)
  where bet_id is not null and amount_minor < 0;
