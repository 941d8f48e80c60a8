-- The indexes of 0040, built while the database serves.
alter table entries add column if not exists bet_id bigint;
alter table transfers add column if not exists round_id bigint;
create index concurrently if not exists bets_of_parent on bets (parent_id, created_at);
create index concurrently if not exists bets_of_round on bets (round_id);
create index concurrently if not exists bets_of_money on bets (currency, is_demo, created_at);
create index concurrently if not exists bets_of_user on bets (user_id, created_at);
create index concurrently if not exists wallet_entries_of_account
  on entries (account_id, created_at) where owner_id is not null;
create index concurrently if not exists wallet_entries_of_parent
  on entries (owner_parent_id, created_at) where owner_id is not null;
create index concurrently if not exists wallet_entries_of_money
  on entries (currency, is_demo, created_at) where owner_id is not null;
create unique index concurrently if not exists a_bet_is_held_and_let_go_once
  on entries (bet_id, (amount_minor > 0)) where bet_id is not null and owner_id is null;
create unique index concurrently if not exists one_leg_of_an_account
  on entries (transfer_id, account_id) where bet_id is null;
create index concurrently if not exists entries_by_place on entries using brin (id, created_at)
  with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists cash_by_time on transfers (created_at, id)
  where bet_id is null and round_id is null;
