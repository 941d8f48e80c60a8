-- Bets move money as sets: one transfer for a batch or a settlement, with a leg for each
-- account and bet, which names the bet. Transfers of two accounts stay as they are, and so do
-- those that were made for one bet each; nothing that is sealed is written anew.
-- cost: bets 0.8, entries 0.8, transfers 0.2, late_entries 1
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

-- Each says which question needs it.
comment on index bets_pkey is 'A bet by its id, and a page of bets.';
comment on index one_bet_of_a_ref is 'place_bets, cash_out_bets: what a game server sent before.';
comment on index bets_of_parent is 'Bets and Bet History of an operator below SUPER.';
comment on index bets_of_round is 'settle_round, Round Bets, seals.';
comment on index bets_of_money is 'Bets and Bet History of SUPER.';
comment on index bets_of_user is 'Bets of one client, the player''s own history.';
comment on index open_bets is 'Bets that are open, of a branch and of rounds.';
comment on index open_bets_by_user is 'Bets that are open, of one client.';
comment on index transfers_pkey is 'Legs and requests by their transfer, seals.';
comment on index transfers_by_bet is
  'No bet is staked, taken or paid twice by a transfer of its own.';
comment on index transfers_by_cash_request is 'auditBooks: what a withdrawal held.';
comment on index cash_by_time is 'Transaction Details, cash only.';
comment on index entries_are_numbered is 'check_new_balance: the newest entries of an account.';
comment on index wallet_entries_of_account is 'Transaction Details of one account.';
comment on index wallet_entries_of_parent is 'Transaction Details of an operator below SUPER.';
comment on index wallet_entries_of_money is 'Transaction Details of SUPER.';
comment on index a_bet_is_held_and_let_go_once is 'No stake is held or let go twice; the archive.';
comment on index one_leg_of_an_account is 'A transfer of two has no third leg; seals.';
comment on index entries_by_place is
  'Seals of many legs, the ledger''s digest, an entry by its id.';
comment on index accounts_pkey is 'post_transfer, post_set: locks in the order of ids.';
comment on index one_account_of_a_kind is 'account_of, lock_wallets, balances of people.';
comment on index client_days_pkey is 'add_to_rollups; bets of one client: count and totals.';
comment on index operator_slots_pkey is 'add_to_rollups; dashboard; Bets: count and totals.';
comment on index round_operators_pkey is 'add_to_rounds; Round Bets: count and totals.';
comment on index round_operators_by_time is 'Reports, a page by time.';
comment on index round_slots_pkey is 'add_to_rounds; Reports: count and totals.';
comment on index wallet_days_pkey is
  'post_transfer, add_set_to_statements; one statement''s totals.';
comment on index statement_slots_pkey is
  'add_to_statement_slots; an operator''s statement: totals.';
comment on index audit_events_by_actor is 'History: what somebody did.';
comment on index audit_events_by_target is 'History: what was done to somebody or something.';
comment on index sign_ins_by_actor is 'Profile: the sign-ins of an account.';
comment on index banks_by_owner is 'Bank Details; what a client is shown.';
comment on index cash_request_steps_by_request is 'The steps of a request.';
comment on index cash_requests_by_bank is 'How many deposits a bank had today.';
comment on index cash_requests_by_parent is 'Deposit/Withdraw of an operator below SUPER.';
comment on index cash_requests_by_time is 'Deposit/Withdraw of SUPER.';
comment on index cash_requests_by_user is 'Requests of one client.';
comment on index pending_cash_requests is 'How many requests of a client are pending.';
comment on index events_by_icon is 'Whether a picture is public.';
comment on index events_by_image is 'Whether a picture is public.';
comment on index held_bets_by_round is 'What a round could not settle.';
comment on index idempotency_keys_by_age is 'Keys that are old enough to be forgotten.';
comment on index late_entries_by_time is 'Transaction Details of databases with late entries.';
comment on index late_entries_across_slots is 'Totals of databases with late entries.';
comment on index rounds_by_creation is 'Rounds, by the time of their opening.';
comment on index rounds_by_table is 'How many rounds a version of the table has drawn.';
comment on index rounds_by_update is 'Rounds, by their last change.';
comment on index running_rounds is 'The round now; what a restart finds open.';
comment on index one_running_round_of_the_engine is 'The engine runs one round at a time.';
comment on index live_sessions_by_user is 'Sessions that a change of the account ends.';
comment on index sessions_by_cookie is 'Whether a browser is known to an account.';
comment on index sessions_by_user is 'Profile: the sessions of an account.';
comment on index sign_in_failures_by_time is 'Failures that are old enough to be forgotten.';
comment on index throttled_by_time is 'Refused tries that are due on the record.';
comment on index support_links_by_owner is 'Customer Support; what a client is shown.';
comment on index operators_by_ancestor is 'The operators of a branch.';
comment on index users_by_ancestor is 'Everybody below an operator.';
comment on index users_by_creation is 'Dashboard: new clients.';
comment on index users_by_kind is 'Clients by status, role, currency and demo flag.';
comment on index users_by_name_part is 'Search by a part of a name.';
comment on index users_by_parent is 'Clients, newest first.';
comment on index usernames_are_unique_without_case is 'Sign-in; the very name first in a search.';
