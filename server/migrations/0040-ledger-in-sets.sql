-- Bets move money as sets: one transfer for a batch or a settlement, with a leg for each
-- account and bet, which names the bet. Transfers of two accounts stay as they are, and so do
-- those that were made for one bet each; nothing that is sealed is written anew.
alter table transfers add column if not exists round_id bigint,
  alter column from_account_id drop not null, alter column to_account_id drop not null,
  drop constraint kind_is_known, drop constraint play_names_its_bet,
  add constraint kind_is_known check (kind in ('issue', 'opening', 'deposit', 'withdraw', 'hold',
    'release', 'cash_deposit', 'cash_withdraw', 'stake', 'stake_taken', 'payout', 'refund',
    'settlement')) not valid,
  add constraint many_legs_are_of_a_round check ((round_id is not null) = (from_account_id is null)
    and (round_id is not null) = (to_account_id is null)) not valid,
  add constraint play_names_its_bet_or_round check (num_nonnulls(bet_id, round_id) = case
    when kind in ('stake', 'stake_taken', 'payout', 'refund', 'settlement') then 1
    else 0 end) not valid;
comment on table transfers is 'Every move of money, never changed: between two accounts, or with '
  'many legs for the bets of a round.';
alter table entries add column if not exists bet_id bigint;
comment on table entries is 'The legs of transfers: the amount out of an account or into it, with '
  'the balance after it. Of many, a leg names its bet. Those of wallets say whose they are.';

-- The house and the demo treasury take part in every settlement: in parts, of which a round takes
-- one, so that rounds do not wait for each other. Part 0 is what there was, and what cash goes by.
alter table accounts add column shard smallint not null default 0,
  drop constraint one_account_of_a_kind,
  add constraint one_account_of_a_kind
    unique nulls not distinct (user_id, kind, currency, shard),
  add constraint only_the_house_is_in_parts check (shard = 0
    or (shard >= 1 and shard <= 8 and kind in ('house', 'demo_treasury')));
insert into accounts (kind, currency, shard)
select kind, currency, shard
from unnest(array['house', 'demo_treasury']) kind, unnest(array['USD', 'INR', 'PKR']) currency,
  generate_series(1, 8) shard;

-- Checked once for a statement. The triggers' functions stand in server/sql.
drop trigger accounts_start_empty on accounts;
create trigger accounts_start_empty after insert on accounts
  referencing new table as new_accounts for each statement execute function check_new_accounts();
drop trigger new_balances_have_entries on accounts;
create trigger new_balances_have_entries after update on accounts
  referencing old table as old_accounts new table as new_accounts
  for each statement execute function check_new_balance();
drop trigger bets_end_once on bets;
create trigger bets_end_once after update on bets
  referencing old table as old_bets new table as new_bets
  for each statement execute function check_bet_change();
drop trigger round_slots_keep_up on round_operators;
drop function if exists add_to_round_slots, post_transfers, add_sets_to_statements,
  lock_accounts_of_bets;
-- What they looked for is checked with every bet, and never deleted.
alter table bets drop constraint bets_service_key_id_fkey;
alter table client_days drop constraint client_days_user_id_fkey;

alter table late_entries add column account_id bigint, add column sequence bigint;
update late_entries l set account_id = e.account_id, sequence = e.sequence
from entries e where e.id = l.entry_id;
alter table late_entries alter column account_id set not null,
  alter column sequence set not null;

-- An index for each question and none beside. On a large database they are built beforehand, while
-- it serves: server/migrations/ahead.
create index if not exists bets_of_parent on bets (parent_id, created_at);
create index if not exists bets_of_round on bets (round_id);
create index if not exists bets_of_money on bets (currency, is_demo, created_at);
create index if not exists bets_of_user on bets (user_id, created_at);
drop index bets_by_parent, bets_by_round, bets_by_time, bets_by_user, open_bets;
create index open_bets on bets (parent_id, created_at) where type = 'unsettled';
create index if not exists wallet_entries_of_account on entries (account_id, created_at)
  where owner_id is not null;
create index if not exists wallet_entries_of_parent on entries (owner_parent_id, created_at)
  where owner_id is not null;
create index if not exists wallet_entries_of_money on entries (currency, is_demo, created_at)
  where owner_id is not null;
create unique index if not exists a_bet_is_held_and_let_go_once
  on entries (bet_id, (amount_minor > 0)) where bet_id is not null and owner_id is null;
create unique index if not exists one_leg_of_an_account on entries (transfer_id, account_id)
  where bet_id is null;
create index if not exists entries_by_place on entries using brin (id, created_at)
  with (pages_per_range = 32, autosummarize = on);
create index if not exists cash_by_time on transfers (created_at, id)
  where bet_id is null and round_id is null;
alter table entries drop constraint entries_pkey,
  drop constraint one_entry_of_a_transfer_and_account;
drop index wallet_entries_by_account, wallet_entries_by_parent, wallet_entries_by_time,
  cash_transfers_by_time;
