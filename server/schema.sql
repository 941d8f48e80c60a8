-- The tables as they are, written by npm run schema.
-- An empty database is made from this page, then from first-rows.sql. The functions that are named
-- here stand in server/sql.
create extension if not exists pg_trgm;

create sequence multiplier_band_ids;
grant usage on sequence multiplier_band_ids to node_role;

create table accounts (
  id bigint not null generated always as identity,
  kind text not null,
  user_id bigint,
  currency text not null,
  balance_minor bigint not null default 0,
  entry_count bigint not null default 0,
  shard smallint not null default 0,
  constraint accounts_pkey primary key (id),
  constraint one_account_of_a_kind unique nulls not distinct (user_id, kind, currency, shard),
  constraint nobody_has_more_than_can_be_told check (user_id is null or balance_minor <=
    '90000000000000'::bigint),
  constraint nobody_spends_what_is_not_there check (user_id is null or balance_minor >= 0)
) with (fillfactor=70);
comment on table accounts is
  'Where money is, in whole minor units: docs/ledger.md.';
comment on index accounts_pkey is
  'post_transfer, post_set: locks in the order of ids.';
comment on index one_account_of_a_kind is
  'account_of, lock_wallets, balances of people.';
create trigger accounts_start_empty after insert on accounts referencing new table as
  new_accounts for each statement execute function check_new_accounts();
create trigger accounts_stay before delete or truncate on accounts for each statement execute
  function refuse_change();
create trigger new_balances_have_entries after update on accounts referencing old table as
  old_accounts new table as new_accounts for each statement execute function check_new_balance();
grant select on accounts to node_role;

create table activity (
  operator_id bigint not null,
  at timestamptz not null,
  event_id bigint not null,
  actor_id bigint,
  kind text not null,
  outcome text not null,
  constraint activity_pkey primary key (operator_id, at, event_id)
);
comment on table activity is
  'Which events stand in the Activity of which operator: a row for each operator above '
  'whoever acted or was acted on.';
create index activity_by_actor on activity (operator_id, actor_id, at, event_id);
create index activity_by_kind on activity (operator_id, kind, at, event_id);
create index refused_activity on activity (operator_id, at, event_id) where outcome =
  'refused';
comment on index activity_by_actor is
  'Activity: what one account did.';
comment on index activity_by_kind is
  'Activity: one kind of events.';
comment on index activity_pkey is
  'Activity: by time; which operators see an event.';
comment on index refused_activity is
  'Activity: what was refused.';
grant select on activity to node_role;

create table activity_days (
  operator_id bigint not null,
  day date not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  constraint activity_days_pkey primary key (operator_id, day, kind, outcome)
);
comment on table activity_days is
  'activity_slots, added up by days (UTC).';
comment on index activity_days_pkey is
  'place_events; Activity: counts.';
grant select on activity_days to node_role;

create table activity_placing (
  is_the_only_row boolean not null default true,
  last_position bigint not null default 0,
  constraint activity_placing_pkey primary key (is_the_only_row),
  constraint activity_placing_is_the_only_row_check check (is_the_only_row)
);
comment on table activity_placing is
  'The last seal of events that Activity has.';
grant select on activity_placing to node_role;

create table activity_slots (
  operator_id bigint not null,
  slot_at timestamptz not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  constraint activity_slots_pkey primary key (operator_id, slot_at, kind, outcome)
);
comment on table activity_slots is
  'How many events each quarter of an hour has in the Activity of an operator: the number of '
  'them all, and where a page lies among them.';
comment on index activity_slots_pkey is
  'place_events; Activity: counts.';
grant select on activity_slots to node_role;

create table actor_days (
  actor_id bigint not null,
  day date not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  constraint actor_days_pkey primary key (actor_id, day, kind, outcome)
);
comment on table actor_days is
  'actor_slots, added up by days (UTC).';
comment on index actor_days_pkey is
  'place_events; Activity of one operator: counts.';
grant select on actor_days to node_role;

create table actor_slots (
  actor_id bigint not null,
  slot_at timestamptz not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  constraint actor_slots_pkey primary key (actor_id, slot_at, kind, outcome)
);
comment on table actor_slots is
  'How many events of an operator''s own doing Activity has in each quarter of an hour.';
comment on index actor_slots_pkey is
  'place_events; Activity of one operator: counts.';
grant select on actor_slots to node_role;

create table applied_functions (
  name text not null,
  hash text not null,
  constraint applied_functions_pkey primary key (name)
);
comment on table applied_functions is
  'The functions of server/sql as they were applied.';
grant select on applied_functions to node_role;

create table audit_events (
  id bigint not null generated always as identity,
  at timestamptz not null default platform_now(),
  actor_id bigint,
  actor_name text not null,
  actor_role text,
  address text not null,
  request_id text not null,
  action text not null,
  target_kind text,
  target_id bigint,
  before jsonb,
  after jsonb,
  outcome text not null,
  message text not null,
  constraint audit_events_pkey primary key (id),
  constraint outcome_is_known check (outcome in ('done', 'refused'))
);
comment on table audit_events is
  'Who changed what, on whom, from where, and how it ended; refused attempts too. actor_id '
  'has no foreign key: the call that writes it has just read the person.';
create index audit_events_by_actor on audit_events (actor_id, id);
create index audit_events_by_target on audit_events (target_kind, target_id, id);
create index sign_ins_by_actor on audit_events (actor_id, id) where target_kind = 'session';
comment on index audit_events_by_actor is
  'History: what somebody did.';
comment on index audit_events_by_target is
  'History: what was done to somebody or something.';
comment on index sign_ins_by_actor is
  'Profile: the sign-ins of an account.';
create trigger audit_is_append_only before delete or update or truncate on audit_events for
  each statement execute function refuse_change();
grant select, insert on audit_events to node_role;

create table banks (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  bank_name text not null,
  account_number text not null,
  account_holder_name text not null,
  iban text not null,
  max_amount_minor bigint,
  daily_limit integer,
  status text not null default 'active',
  is_deleted boolean not null default false,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint banks_pkey primary key (id),
  constraint daily_limit_is_positive check (daily_limit > 0),
  constraint largest_deposit_is_not_negative check (max_amount_minor >= 0),
  constraint status_is_known check (status in ('active', 'suspended', 'blocked', 'freezed'))
);
comment on table banks is
  'Where clients pay to: the largest single deposit and the number a day.';
create index banks_by_owner on banks (owner_id, id);
comment on index banks_by_owner is
  'Bank Details; what a client is shown.';
grant select, insert, update on banks to node_role;

create table bets (
  id bigint not null generated always as identity,
  round_id bigint not null,
  user_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  stake_minor bigint not null,
  auto_hundredths integer,
  cashout_hundredths integer,
  type text not null default 'unsettled',
  cashout_minor bigint,
  service_key_id bigint,
  ref text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  parent_id bigint not null,
  constraint bets_pkey primary key (id),
  constraint one_bet_of_a_ref unique (service_key_id, ref),
  constraint a_cashout_follows_from_its_multiplier check (cashout_minor = coalesce(stake_minor *
    cashout_hundredths / 100, 0::bigint)),
  constraint a_ref_belongs_to_a_key check ((service_key_id is null) = (ref is null)),
  constraint a_settled_bet_has_its_cashout check ((type = 'settled') = (cashout_minor is not
    null)),
  constraint a_target_is_above_one check (auto_hundredths > 100),
  constraint nobody_flies_past_the_target check (cashout_hundredths <= auto_hundredths),
  constraint nobody_leaves_at_one check (cashout_hundredths > 100),
  constraint stake_is_possible check (stake_minor >= 1 and stake_minor <= '10000000000'::bigint),
  constraint type_is_known check (type in ('unsettled', 'settled', 'void'))
) with (fillfactor=49);
comment on table bets is
  'round_id and user_id have no foreign key: a trigger checks more, once for a statement.';
create index bets_in_round on bets (round_id, parent_id, user_id);
create index bets_of_money on bets (currency, is_demo, created_at);
create index bets_of_parent on bets (parent_id, created_at);
create index bets_of_user on bets (user_id, created_at);
comment on index bets_in_round is
  'settle_round, Round Bets, seals; bets that are open, of a branch and of one client.';
comment on index bets_of_money is
  'Bets and Bet History of SUPER.';
comment on index bets_of_parent is
  'Bets and Bet History of an operator below SUPER.';
comment on index bets_of_user is
  'Bets of one client, the player''s own history.';
comment on index bets_pkey is
  'A bet by its id, and a page of bets.';
comment on index one_bet_of_a_ref is
  'place_bets, cash_out_bets: what a game server sent before.';
create trigger bets_end_once after update on bets referencing old table as old_bets new table
  as new_bets for each statement execute function check_bet_change();
create trigger bets_have_round_and_client after insert on bets referencing new table as
  new_bets for each statement execute function check_new_bets();
create trigger bets_stay before delete or truncate on bets for each statement execute function
  refuse_change();
grant select on bets to node_role;

create table big_win_days (
  operator_id bigint not null,
  currency text not null,
  day date not null,
  place smallint not null,
  slot_at timestamptz not null,
  round_id bigint not null,
  user_id bigint not null,
  stake_minor bigint not null,
  cashout_minor bigint not null,
  constraint big_win_days_pkey primary key (operator_id, currency, day, place)
);
comment on table big_win_days is
  'The largest of big_wins of each whole day (UTC), for real money.';
comment on index big_win_days_pkey is
  'fold_wins; dashboard: biggest wins.';
grant select on big_win_days to node_role;

create table big_win_limits (
  user_id bigint,
  currency text not null,
  limit_minor bigint not null,
  constraint one_limit_of_a_currency unique nulls not distinct (user_id, currency),
  constraint limit_is_not_negative check (limit_minor >= 0)
);
comment on table big_win_limits is
  'From which win on an operator is called. The row without a person is for all who have none '
  'of their own.';
create index big_win_limits_by_size on big_win_limits (currency, limit_minor);
comment on index big_win_limits_by_size is
  'end_bets: whether any of the wins is big for anybody.';
comment on index one_limit_of_a_currency is
  'An operator''s own limits.';
grant select, insert, update on big_win_limits to node_role;

create table big_wins (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  place smallint not null,
  round_id bigint not null,
  user_id bigint not null,
  stake_minor bigint not null,
  cashout_minor bigint not null,
  constraint big_wins_pkey primary key (operator_id, currency, is_demo, slot_at, place)
) with (fillfactor=70);
comment on table big_wins is
  'The five bets that clients of a branch won most by, of those placed in a quarter of an '
  'hour.';
comment on index big_wins_pkey is
  'add_to_big_wins; dashboard: biggest wins.';
grant select on big_wins to node_role;

create table cash_request_steps (
  id bigint not null generated always as identity,
  request_id bigint not null,
  from_status text,
  to_status text not null,
  actor_id bigint not null,
  note text not null default '',
  at timestamptz not null default platform_now(),
  constraint cash_request_steps_pkey primary key (id)
);
comment on table cash_request_steps is
  'Each step of a request: who, when, and the note with it.';
create index cash_request_steps_by_request on cash_request_steps (request_id, id);
comment on index cash_request_steps_by_request is
  'The steps of a request.';
create trigger steps_are_append_only before delete or update or truncate on cash_request_steps
  for each statement execute function refuse_change();
grant select, insert on cash_request_steps to node_role;

create table cash_requests (
  id bigint not null generated always as identity,
  user_id bigint not null,
  type text not null,
  amount_minor bigint not null,
  currency text not null,
  status text not null default 'pending',
  note text not null default '',
  bank_id bigint,
  receipt_hash bytea,
  client_bank jsonb,
  transfer_id bigint,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  parent_id bigint,
  constraint cash_requests_pkey primary key (id),
  constraint a_deposit_has_bank_and_receipt check ((type = 'deposit') = (bank_id is not null and
    receipt_hash is not null)),
  constraint a_withdrawal_has_an_account check ((type = 'withdraw') = (client_bank is not null)),
  constraint amount_is_positive check (amount_minor > 0),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint status_is_known check (status in ('pending', 'success', 'failed', 'cancelled')),
  constraint success_is_paid check ((status = 'success') = (transfer_id is not null)),
  constraint type_is_known check (type in ('deposit', 'withdraw'))
);
comment on table cash_requests is
  'A client asks for money to be credited or paid out; an operator decides. parent_id is its '
  'operator, written by a trigger.';
create index cash_requests_by_bank on cash_requests (bank_id, created_at);
create index cash_requests_by_parent on cash_requests (parent_id, created_at, id);
create index cash_requests_by_time on cash_requests (created_at, id);
create index cash_requests_by_user on cash_requests (user_id, id);
create index pending_cash_requests on cash_requests (user_id) where status = 'pending';
comment on index cash_requests_by_bank is
  'How many deposits a bank had today.';
comment on index cash_requests_by_parent is
  'Deposit/Withdraw of an operator below SUPER.';
comment on index cash_requests_by_time is
  'Deposit/Withdraw of SUPER.';
comment on index cash_requests_by_user is
  'Requests of one client.';
comment on index pending_cash_requests is
  'How many requests of a client are pending.';
create constraint trigger requests_are_counted after insert on cash_requests deferrable
  initially deferred for each row execute function keep_request_days();
create constraint trigger requests_are_counted_anew after update on cash_requests deferrable
  initially deferred for each row when (old.status <> new.status or old.created_at <>
  new.created_at) execute function keep_request_days();
create trigger requests_name_their_operator before insert on cash_requests for each row
  execute function name_operator();
grant select, insert, update on cash_requests to node_role;

create table client_days (
  user_id bigint not null,
  day date not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  void_bets bigint not null,
  void_stakes_minor bigint not null,
  constraint client_days_pkey primary key (user_id, day)
);
comment on table client_days is
  'Bets that have ended, by client and day (UTC) of their placing.';
comment on index client_days_pkey is
  'add_to_rollups; bets of one client: count and totals.';
grant select on client_days to node_role;

create table client_notes (
  id bigint not null generated always as identity,
  user_id bigint not null,
  author_id bigint not null,
  text text not null,
  at timestamptz not null default platform_now(),
  constraint client_notes_pkey primary key (id)
);
comment on table client_notes is
  'What operators noted of an account, for all operators above it and never for the account '
  'itself.';
create index client_notes_by_user on client_notes (user_id, id);
comment on index client_notes_by_user is
  'The notes of an account, newest first.';
create trigger notes_are_append_only before delete or update or truncate on client_notes for
  each statement execute function refuse_change();
grant select, insert on client_notes to node_role;

create table client_slots (
  parent_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  user_id bigint not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  constraint client_slots_pkey primary key (parent_id, currency, is_demo, slot_at, user_id)
) with (fillfactor=70);
comment on table client_slots is
  'Settled bets by client and quarter of an hour of their placing, in the order of the '
  'operators whose clients they are.';
comment on index client_slots_pkey is
  'add_to_client_slots; players, Reports by client, dashboard.';
grant select on client_slots to node_role;

create table demo_story (
  is_only boolean not null default true,
  ends_at timestamptz not null,
  told_until timestamptz not null,
  constraint demo_story_pkey primary key (is_only),
  constraint demo_story_is_only_check check (is_only)
);
comment on table demo_story is
  'How far the demo''s history has been told. No row: no demo here.';
grant select, insert, update on demo_story to node_role;

create table entries (
  id bigint not null generated always as identity,
  account_id bigint not null,
  sequence bigint not null,
  transfer_id bigint not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  created_at timestamptz not null,
  owner_id bigint,
  owner_parent_id bigint,
  currency text,
  is_demo boolean,
  bet_id bigint
);
comment on table entries is
  'The legs of transfers: the amount out of an account or into it, with the balance after it. '
  'Of many, a leg names its bet. Those of wallets say whose they are.';
create index entries_by_place on entries using brin (id, created_at) with
  (pages_per_range='32', autosummarize='on');
create index wallet_entries_of_account on entries (account_id, created_at) where owner_id is
  not null;
create index wallet_entries_of_money on entries (currency, is_demo, created_at) where owner_id
  is not null;
create index wallet_entries_of_parent on entries (owner_parent_id, created_at) where owner_id
  is not null;
create unique index a_stake_is_taken_and_let_go_once on entries (bet_id, (owner_id is null))
  with (fillfactor='50') where bet_id is not null and amount_minor < 0;
create unique index entries_by_number on entries ((account_id::integer), (sequence::integer));
create unique index one_leg_of_an_account on entries (transfer_id, account_id) where bet_id is
  null;
comment on index a_stake_is_taken_and_let_go_once is
  'No stake is taken or let go twice; legs_of_bet, the archive.';
comment on index entries_by_number is
  'check_new_balance: the newest entries of an account.';
comment on index entries_by_place is
  'Seals of many legs, the ledger''s digest, an entry by its id.';
comment on index one_leg_of_an_account is
  'A transfer of two has no third leg, a client one sum in a batch; legs_of_bet, seals.';
comment on index wallet_entries_of_account is
  'Transaction Details of one account.';
comment on index wallet_entries_of_money is
  'Transaction Details of SUPER.';
comment on index wallet_entries_of_parent is
  'Transaction Details of an operator below SUPER.';
create trigger entries_are_append_only before delete or update or truncate on entries for each
  statement execute function refuse_change();
create trigger new_entries_balance after insert on entries referencing new table as
  new_entries for each statement execute function check_new_entries();
grant select on entries to node_role;

create table erased_rows (
  record text not null,
  id bigint not null,
  was bytea not null,
  is_now bytea not null,
  person_id bigint not null,
  constraint erased_rows_pkey primary key (record, id, is_now),
  constraint record_holds_words check (record in ('audit_events', 'transfers'))
);
comment on table erased_rows is
  'The digest that a sealed row had before a person''s data in it became blanks, and the one '
  'that it has since. The event of the act names the digest of all rows of that person.';
create index erased_rows_by_person on erased_rows (person_id, record, id);
comment on index erased_rows_by_person is
  'What an act of erasure blanked.';
create trigger erased_rows_are_append_only before delete or update or truncate on erased_rows
  for each statement execute function refuse_change();
grant select on erased_rows to node_role;

create table events (
  id bigint not null generated always as identity,
  event_id text not null,
  event_name text not null,
  sequence integer not null default 1,
  link text not null,
  icon_hash bytea,
  image_hash bytea,
  is_maintenance boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint events_pkey primary key (id),
  constraint event_ids_are_unique unique (event_id)
);
comment on table events is
  'What players are shown; listed by sequence.';
create index events_by_icon on events (icon_hash);
create index events_by_image on events (image_hash);
comment on index events_by_icon is
  'Whether a picture is public.';
comment on index events_by_image is
  'Whether a picture is public.';
grant select, insert, update on events to node_role;

create table files (
  hash bytea not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default platform_now(),
  constraint files_pkey primary key (hash),
  constraint hash_is_of_the_bytes check (hash = sha256(bytes)),
  constraint type_is_a_picture check (type in ('image/png', 'image/jpeg', 'image/webp'))
);
comment on table files is
  'Images by the hash of their bytes: every node serves them, none is kept twice.';
alter table files alter column bytes set storage external;
grant select, insert on files to node_role;

create table games (
  name text not null,
  is_maintenance boolean,
  constraint games_pkey primary key (name)
);
comment on table games is
  'Maintenance is unset until somebody says; on means no new round and no bet.';
grant select, insert, update on games to node_role;

create table held_bets (
  bet_id bigint not null,
  round_id bigint not null,
  reason text not null,
  held_at timestamptz not null default platform_now(),
  constraint held_bets_pkey primary key (bet_id)
);
comment on table held_bets is
  'Bets of ended rounds that could not be settled, and why. SUPER settles or voids them.';
create index held_bets_by_round on held_bets (round_id);
comment on index held_bets_by_round is
  'What a round could not settle.';
grant select on held_bets to node_role;

create table idempotency_keys (
  actor_id bigint,
  key text not null,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  service_key_id bigint,
  kept json not null,
  constraint one_answer_of_a_key unique nulls not distinct (actor_id, service_key_id, key),
  constraint somebody_holds_the_key check ((actor_id is null) <> (service_key_id is null))
);
comment on table idempotency_keys is
  'What was done under a key, so that the same call again moves nothing and is answered '
  'alike. Forgotten when the settings say.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on index idempotency_keys_by_age is
  'Keys that are old enough to be forgotten.';
grant select, insert on idempotency_keys to node_role;

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kysely_migration_pkey primary key (name)
);
grant select on kysely_migration to node_role;

create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint kysely_migration_lock_pkey primary key (id)
);
grant select on kysely_migration_lock to node_role;

create table late_entries (
  entry_id bigint not null,
  listed_at timestamptz not null,
  crosses_slot boolean not null,
  account_id bigint not null,
  sequence bigint not null,
  constraint late_entries_pkey primary key (entry_id)
);
comment on table late_entries is
  'Entries of wallets that an earlier release dated before the one before them, and when to '
  'list them, so that lists by time run as the balance does. None is added any more.';
create index late_entries_across_slots on late_entries (entry_id) where crosses_slot;
create index late_entries_by_time on late_entries (listed_at);
comment on index late_entries_across_slots is
  'Totals of databases with late entries.';
comment on index late_entries_by_time is
  'Transaction Details of databases with late entries.';
grant select on late_entries to node_role;

create table late_play (
  id bigint not null generated always as identity,
  slot_at timestamptz not null,
  constraint late_play_pkey primary key (id)
);
comment on table late_play is
  'Quarters of an hour whose bets ended so late that they may be folded already: fold_play '
  'goes back to them, and nobody reads what is folded from there on.';
grant select on late_play to node_role;

create table multiplier_draft (
  is_only boolean not null default true,
  bands jsonb not null,
  actor_id bigint,
  changed_at timestamptz not null default platform_now(),
  constraint multiplier_draft_pkey primary key (is_only),
  constraint there_is_one_draft check (is_only)
);
comment on table multiplier_draft is
  'The bands that SUPER works on. Rounds are drawn from what was published of them, in '
  'multiplier_tables.';
grant select, update on multiplier_draft to node_role;

create table multiplier_tables (
  id bigint not null generated always as identity,
  bands jsonb not null,
  hash text not null,
  actor_id bigint,
  created_at timestamptz not null default platform_now(),
  reason text,
  built_in_millionths integer,
  constraint multiplier_tables_pkey primary key (id),
  constraint built_in_has_no_bands check (built_in_millionths is null or bands = '[]'::jsonb),
  constraint built_in_is_a_share check (built_in_millionths >= 1 and built_in_millionths <=
    1000000)
);
comment on table multiplier_tables is
  'Every published version of the table that crash points are drawn from; the newest counts. '
  'No bands: the built-in one, which returns built_in_millionths at every target, or 97 % '
  'where that is not set.';
create trigger multiplier_tables_are_append_only before delete or update or truncate on
  multiplier_tables for each statement execute function refuse_change();
grant select, insert on multiplier_tables to node_role;

create table notification_settings (
  user_id bigint not null,
  muted text[] not null default '{}'::text[],
  has_sound boolean not null default false,
  constraint notification_settings_pkey primary key (user_id)
);
comment on table notification_settings is
  'Which kinds an operator does not get, and whether the panel makes a sound. No row: all of '
  'them, without.';
grant select, insert, update on notification_settings to node_role;

create table notifications (
  id bigint not null generated always as identity,
  user_id bigint not null,
  kind text not null,
  key text not null,
  facts jsonb not null,
  at timestamptz not null default platform_now(),
  read_at timestamptz,
  xact xid8 not null default pg_current_xact_id(),
  constraint notifications_pkey primary key (id),
  constraint nobody_is_called_twice unique (user_id, key),
  constraint kind_is_known check (kind in ('request', 'requestBelow', 'bigWin', 'round',
    'signIn', 'refused', 'maintenance', 'platform'))
);
comment on table notifications is
  'What an operator was called for. user_id has no foreign key: who writes it has just read '
  'the person. Forgotten when the settings say.';
create index notifications_by_xact on notifications (xact);
create index notifications_of_user on notifications (user_id, id);
create index unread_notifications on notifications (user_id) where read_at is null;
comment on index nobody_is_called_twice is
  'The same thing calls once.';
comment on index notifications_by_xact is
  'Live: what has come since a look.';
comment on index notifications_of_user is
  'The bell, newest first.';
comment on index unread_notifications is
  'How many wait to be read.';
grant select, insert, update, delete on notifications to node_role;

create table operator_slots (
  operator_id bigint not null,
  currency text not null,
  slot_at timestamptz not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  is_demo boolean not null,
  void_bets bigint not null default 0,
  void_stakes_minor bigint not null default 0,
  constraint operator_slots_pkey primary key (operator_id, currency, is_demo, slot_at)
);
comment on table operator_slots is
  'Bets that have ended below an operator, by currency and quarter of an hour of their '
  'placing.';
comment on index operator_slots_pkey is
  'add_to_rollups; dashboard; Bets: count and totals.';
grant select on operator_slots to node_role;

create table people_counts (
  operator_id bigint not null,
  children bigint not null,
  clients bigint not null,
  constraint people_counts_pkey primary key (operator_id)
) with (fillfactor=70);
comment on table people_counts is
  'An operator''s direct accounts that are not deleted, and the clients of its whole branch '
  'that are neither deleted nor demo.';
grant select on people_counts to node_role;

create table play_folding (
  is_the_only_row boolean not null default true,
  folded_until timestamptz,
  next_until timestamptz,
  next_xid bigint,
  constraint play_folding_pkey primary key (is_the_only_row),
  constraint play_folding_is_the_only_row_check check (is_the_only_row)
);
comment on table play_folding is
  'Up to where play is folded, none before it has begun; and up to where it will be, once '
  'every transaction below next_xid has ended.';
grant select on play_folding to node_role;

create table play_so_far (
  period text not null,
  at timestamptz not null,
  currency text not null,
  parent_id bigint not null,
  users bigint[] not null,
  bets integer[] not null,
  stakes_minor bigint[] not null,
  pl_minor bigint[] not null,
  all_bets bigint not null,
  all_stakes_minor bigint not null,
  all_pl_minor bigint not null,
  constraint play_so_far_pkey primary key (period, at, currency, parent_id),
  constraint period_is_known check (period in ('day', 'rest of day', 'month', 'rest of month'))
);
comment on table play_so_far is
  'Settled bets for real money of an operator''s own clients since the beginning (UTC) of the '
  'day, hour by hour, or of the month, day by day, up to "at", which at the end of a period '
  'is the beginning of the next; and from "at" to the end. Arrays stand side by side, with '
  'their sums.';
comment on index play_so_far_pkey is
  'fold_step; players, Reports by client, dashboard.';
grant select on play_so_far to node_role;

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
comment on table recovery_codes is
  'Hashes of codes that stand in for a lost app, each once.';
grant select, insert, update, delete on recovery_codes to node_role;

create table request_days (
  operator_id bigint not null,
  day date not null,
  type text not null,
  status text not null,
  requests bigint not null,
  constraint request_days_pkey primary key (operator_id, day, type, status)
) with (fillfactor=70);
comment on table request_days is
  'Requests of a branch by day (UTC), type and present status.';
grant select on request_days to node_role;

create table round_operators (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  round_id bigint not null,
  round_at timestamptz not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  void_bets bigint not null,
  void_stakes_minor bigint not null,
  constraint round_operators_pkey primary key (operator_id, currency, is_demo, round_id)
);
comment on table round_operators is
  'Bets that have ended, by round, operator and currency.';
create index round_operators_by_time on round_operators (operator_id, currency, is_demo,
  round_at, round_id);
comment on index round_operators_by_time is
  'Reports, a page by time.';
comment on index round_operators_pkey is
  'add_to_rounds; Round Bets: count and totals.';
grant select on round_operators to node_role;

create table round_slots (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  rounds bigint not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  constraint round_slots_pkey primary key (operator_id, currency, is_demo, slot_at)
) with (fillfactor=70);
comment on table round_slots is
  'Settled rounds of an operator''s branch, by the quarter of an hour in which they were '
  'opened.';
comment on index round_slots_pkey is
  'add_to_rounds; Reports: count and totals.';
grant select on round_slots to node_role;

create table rounds (
  id bigint not null generated always as identity,
  source text not null,
  service_key_id bigint,
  ref text,
  state text not null default 'betting',
  seed bytea not null,
  hash text not null,
  multiplier_table_id bigint not null,
  drawn_hundredths integer not null,
  multiplier_hundredths integer,
  betting_until timestamptz,
  doubling_ms integer,
  flying_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  bets_have_ended boolean not null default false,
  constraint rounds_pkey primary key (id),
  constraint one_round_of_a_ref unique (service_key_id, ref),
  constraint a_flight_has_begun check ((state in ('betting', 'void')) or flying_at is not null),
  constraint a_game_server_has_a_key check ((source = 'game') = (service_key_id is not null and
    ref is not null)),
  constraint an_end_has_a_time check ((state in ('crashed', 'void')) = (ended_at is not null)),
  constraint draw_is_possible check (drawn_hundredths >= 100 and drawn_hundredths <= 100000000),
  constraint multiplier_is_possible check (multiplier_hundredths >= 100 and
    multiplier_hundredths <= 100000000),
  constraint only_a_crash_has_a_multiplier check ((state = 'crashed') = (multiplier_hundredths
    is not null)),
  constraint source_is_known check (source in ('engine', 'game')),
  constraint state_is_known check (state in ('betting', 'flying', 'crashed', 'void')),
  constraint the_engine_crashes_where_it_drew check (source = 'game' or multiplier_hundredths =
    drawn_hundredths),
  constraint the_engine_has_its_times check ((source = 'engine') = (betting_until is not null
    and doubling_ms is not null))
);
comment on table rounds is
  'Betting, then flying, then crashed at its multiplier; or void. Seed, table and crash point '
  'are fixed before betting opens and told after the end.';
create index rounds_by_creation on rounds (created_at, id);
create index rounds_by_table on rounds (multiplier_table_id, id);
create index rounds_by_update on rounds (updated_at, id);
create index rounds_with_open_bets on rounds (id) where not bets_have_ended;
create index running_rounds on rounds (id) where state in ('betting', 'flying');
create unique index one_running_round_of_the_engine on rounds ((true)) where source = 'engine'
  and (state in ('betting', 'flying'));
comment on index one_running_round_of_the_engine is
  'The engine runs one round at a time.';
comment on index rounds_by_creation is
  'Rounds, by the time of their opening.';
comment on index rounds_by_table is
  'How many rounds a version of the table has drawn.';
comment on index rounds_by_update is
  'Rounds, by their last change.';
comment on index rounds_with_open_bets is
  'Where bets are open.';
comment on index running_rounds is
  'The round now; what a restart finds open.';
create trigger rounds_go_one_way before update on rounds for each row execute function
  check_round_change();
create trigger rounds_stay before delete or truncate on rounds for each statement execute
  function refuse_change();
grant select, insert, update on rounds to node_role;
grant usage on sequence rounds_id_seq to node_role;

create table rounds_to_seal (
  record text not null,
  round_id bigint not null,
  constraint rounds_to_seal_pkey primary key (record, round_id)
);
comment on table rounds_to_seal is
  'Rounds whose opening is sealed, and what of them is not yet: their bets until the betting '
  'is over, their end until it comes, their settlement until the last bet has ended.';
grant select on rounds_to_seal to node_role;

create table sealing (
  record text not null,
  last_id bigint not null default 0,
  constraint sealing_pkey primary key (record)
);
comment on table sealing is
  'How far each record is sealed.';
grant select on sealing to node_role;

create table seals (
  record text not null,
  "position" bigint not null,
  sealed_at timestamptz not null default clock_timestamp(),
  ids bigint[] not null,
  digests bytea not null,
  hash bytea not null,
  constraint seals_pkey primary key (record, "position"),
  constraint record_is_known check (record in ('audit_events', 'transfers', 'multiplier_tables',
    'rounds', 'bets', 'rounds_ended', 'bets_ended'))
);
comment on table seals is
  'A digest of each audit event, transfer, table version and round, and of the bets, the end '
  'and the settlement of each round, chained: whoever changes, removes or slips in a row '
  'breaks the chain. Sixteen bytes for each id, in its order.';
create trigger seals_are_append_only before delete or update or truncate on seals for each
  statement execute function refuse_change();
grant select on seals to node_role;

create table second_factors (
  user_id bigint not null,
  secret bytea not null,
  is_sealed boolean not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default platform_now(),
  confirmed_at timestamptz,
  constraint second_factors_pkey primary key (user_id)
);
comment on table second_factors is
  'What an authenticator app and we both know: sealed with SECOND_FACTOR_KEY where that is '
  'set. It counts once a first code has confirmed it. A code of the last step that was used, '
  'or of one before it, is not taken.';
grant select, insert, update, delete on second_factors to node_role;

create table secrets (
  name text not null,
  value bytea not null,
  constraint secrets_pkey primary key (name)
);
comment on table secrets is
  'The key that seals the addresses of receipts, the same on every node.';
grant select on secrets to node_role;

create table security_settings (
  is_the_only_row boolean not null default true,
  is_second_factor_required boolean not null default false,
  is_step_up_for_operators boolean not null default false,
  constraint security_settings_pkey primary key (is_the_only_row),
  constraint security_settings_is_the_only_row_check check (is_the_only_row)
);
comment on table security_settings is
  'Whether operators must have a second factor, and whether a role change or the delete of an '
  'operator asks for the password or a code again.';
grant select, update on security_settings to node_role;

create table service_keys (
  id bigint not null generated always as identity,
  name text not null,
  key_hash bytea not null,
  created_by bigint not null,
  created_at timestamptz not null default platform_now(),
  revoked_at timestamptz,
  constraint service_keys_pkey primary key (id),
  constraint service_keys_key_hash_key unique (key_hash)
);
comment on table service_keys is
  'Game servers sign their calls with a key; its hash is kept.';
grant select, insert, update on service_keys to node_role;

create table sessions (
  id bigint not null generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  cookie_hash bytea,
  agent text not null default '',
  proven_at timestamptz not null default now(),
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint an_end_has_a_reason check ((ended_at is null) = (end_reason is null))
);
comment on table sessions is
  'A session is known by the hash of its token. One of a browser needs the secret of a cookie '
  'besides.';
create index live_sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_cookie on sessions (cookie_hash, user_id) where cookie_hash is not
  null;
create index sessions_by_user on sessions (user_id, created_at desc);
comment on index live_sessions_by_user is
  'Sessions that a change of the account ends.';
comment on index sessions_by_cookie is
  'Whether a browser is known to an account.';
comment on index sessions_by_user is
  'Profile: the sessions of an account.';
grant select, insert, update on sessions to node_role;

create table sign_in_failures (
  subject text not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null,
  throttled integer not null default 0,
  throttled_at timestamptz,
  throttled_try jsonb,
  constraint sign_in_failures_pkey primary key (subject)
);
comment on table sign_in_failures is
  'Wrong passwords, counted for what tried them, and the tries since that were refused '
  'unseen. A day after the last one it is forgotten.';
create index sign_in_failures_by_time on sign_in_failures (last_failed_at);
create index throttled_by_time on sign_in_failures (throttled_at) where throttled > 0;
comment on index sign_in_failures_by_time is
  'Failures that are old enough to be forgotten.';
comment on index throttled_by_time is
  'Refused tries that are due on the record.';
grant select, insert, update, delete on sign_in_failures to node_role;

create table statement_folding (
  is_the_only_row boolean not null default true,
  folded_until timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz,
  next_until timestamptz not null default '1970-01-01 00:00:00+00'::timestamptz,
  next_xid bigint,
  constraint statement_folding_pkey primary key (is_the_only_row),
  constraint statement_folding_is_the_only_row_check check (is_the_only_row)
);
comment on table statement_folding is
  'All entries before folded_until are in the sums of statements, and no others. Those before '
  'next_until will be, once every transaction below next_xid has ended; who writes one of '
  'them anew says so to the one who folds.';
grant select on statement_folding to node_role;

create table statement_slots (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  entries bigint not null,
  deposits_minor bigint not null,
  withdrawals_minor bigint not null,
  constraint statement_slots_pkey primary key (operator_id, currency, is_demo, slot_at)
) with (fillfactor=70);
comment on table statement_slots is
  'What the statement of an operator, its own wallet and its branch, counts and adds up in a '
  'quarter of an hour.';
comment on index statement_slots_pkey is
  'fold_statements; an operator''s statement: totals.';
grant select on statement_slots to node_role;

create table support_links (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  type text not null,
  link text not null,
  created_at timestamptz not null default platform_now(),
  constraint support_links_pkey primary key (id),
  constraint type_is_known check (type in ('whatsapp', 'telegram', 'calling', 'mobile',
    'facebook', 'instagram', 'livechat'))
);
comment on table support_links is
  'How the clients of an operator reach it.';
create index support_links_by_owner on support_links (owner_id, id);
comment on index support_links_by_owner is
  'Customer Support; what a client is shown.';
grant select, insert, update, delete on support_links to node_role;

create table transfers (
  id bigint not null generated always as identity,
  kind text not null,
  from_account_id bigint,
  to_account_id bigint,
  amount_minor bigint not null,
  actor_id bigint,
  remarks text not null default '',
  idempotency_key text,
  created_at timestamptz not null,
  cash_request_id bigint,
  bet_id bigint,
  round_id bigint,
  constraint transfers_pkey primary key (id)
);
comment on table transfers is
  'Every move of money, never changed: between two accounts, or with many legs for the bets '
  'of a round.';
create index cash_by_time on transfers (created_at, id) where bet_id is null and round_id is
  null;
create index transfers_by_cash_request on transfers (cash_request_id) where cash_request_id is
  not null;
create unique index transfers_by_bet on transfers (bet_id, ( case kind when 'stake' then 1
  when 'payout' then 3 else 2 end)) where bet_id is not null;
comment on index cash_by_time is
  'Transaction Details, cash only.';
comment on index transfers_by_bet is
  'No bet is staked, taken or paid twice by a transfer of its own.';
comment on index transfers_by_cash_request is
  'auditBooks: what a withdrawal held.';
comment on index transfers_pkey is
  'Legs and requests by their transfer, seals.';
create trigger transfers_are_append_only before delete or update or truncate on transfers for
  each statement execute function refuse_change();
create trigger transfers_have_accounts after insert on transfers referencing new table as
  new_transfers for each statement execute function check_new_transfers();
grant select on transfers to node_role;

create table troubles (
  kind text not null,
  since timestamptz not null default platform_now(),
  detail text not null,
  constraint troubles_pkey primary key (kind)
);
comment on table troubles is
  'What is wrong with the platform now. SUPER is called when a row comes.';
grant select, insert, update, delete on troubles to node_role;

create table unsealed_gaps (
  record text not null,
  id bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  constraint unsealed_gaps_pkey primary key (record, id)
);
comment on table unsealed_gaps is
  'Ids on the way that were not there yet when their neighbours were sealed: of transactions '
  'that were still open, or that never came to an end.';
grant select on unsealed_gaps to node_role;

create table users (
  id bigint not null generated always as identity,
  username text not null,
  name text not null,
  role text not null,
  parent_id bigint,
  ancestor_ids bigint[] not null,
  status text not null default 'active',
  currency text not null,
  is_demo boolean not null default false,
  minimum_bets_minor bigint,
  maximum_bets_minor bigint,
  password_hash text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint users_pkey primary key (id),
  constraint ancestors_end_with_the_parent check (not parent_id is distinct from
    ancestor_ids[cardinality(ancestor_ids)]),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint only_super_stands_at_the_top check ((parent_id is null) = (role = 'SUPER')),
  constraint role_is_known check (role in ('SUPER', 'ADMIN', 'USER')),
  constraint smallest_bet_is_not_above_the_largest check (minimum_bets_minor <=
    maximum_bets_minor),
  constraint smallest_bet_is_not_negative check (minimum_bets_minor >= 0),
  constraint status_is_known check (status in ('active', 'suspended', 'locked')),
  constraint username_is_plain check (username ~ '^[A-Za-z0-9_.-]{3,32}$')
);
comment on table users is
  'People and the tree they stand in: ancestors are kept with the row, root first, so that '
  '"below me" is one comparison at any depth. Nobody is ever deleted from it.';
create index operators_by_ancestor on users using gin (ancestor_ids) where role <> 'USER';
create index users_by_ancestor on users using gin (ancestor_ids);
create index users_by_creation on users (created_at);
create index users_by_hashed_name on users (sha256(lower(username)::bytea));
create index users_by_kind on users (parent_id, status, role, currency, is_demo) where
  deleted_at is null;
create index users_by_name_part on users using gin (lower(username) gin_trgm_ops, lower(name)
  gin_trgm_ops);
create index users_by_parent on users (parent_id, id);
create unique index usernames_are_unique_without_case on users (lower(username));
comment on index operators_by_ancestor is
  'The operators of a branch.';
comment on index usernames_are_unique_without_case is
  'Sign-in; the very name first in a search.';
comment on index users_by_ancestor is
  'Everybody below an operator.';
comment on index users_by_creation is
  'Dashboard: new clients.';
comment on index users_by_hashed_name is
  'Dashboard: whose sign-in is held up.';
comment on index users_by_kind is
  'Clients by status, role, currency and demo flag.';
comment on index users_by_name_part is
  'Search by a part of a name.';
comment on index users_by_parent is
  'Clients, newest first.';
create trigger people_are_counted after insert on users for each row execute function
  keep_people_counts();
create trigger people_are_counted_anew after update of role, is_demo, deleted_at on users for
  each row when (old.role <> new.role or old.is_demo <> new.is_demo or (old.deleted_at is null)
  <> (new.deleted_at is null)) execute function keep_people_counts();
create trigger users_stay before delete or truncate on users for each statement execute
  function refuse_change();
grant select, insert, update on users to node_role;

create table wallet_days (
  account_id bigint not null,
  day date not null,
  entries bigint not null,
  deposits_minor bigint not null,
  withdrawals_minor bigint not null,
  constraint wallet_days_pkey primary key (account_id, day)
) with (fillfactor=70);
comment on table wallet_days is
  'What a wallet''s statement of a day (UTC) counts and adds up.';
comment on index wallet_days_pkey is
  'fold_statements; one statement''s totals.';
grant select on wallet_days to node_role;

alter table accounts add constraint accounts_user_id_fkey foreign key (user_id) references
  users(id);
alter table banks add constraint banks_owner_id_fkey foreign key (owner_id) references
  users(id);
alter table cash_request_steps add constraint cash_request_steps_actor_id_fkey foreign key
  (actor_id) references users(id);
alter table cash_request_steps add constraint cash_request_steps_request_id_fkey foreign key
  (request_id) references cash_requests(id);
alter table cash_requests add constraint cash_requests_bank_id_fkey foreign key (bank_id)
  references banks(id);
alter table cash_requests add constraint cash_requests_receipt_hash_fkey foreign key
  (receipt_hash) references files(hash);
alter table cash_requests add constraint cash_requests_transfer_id_fkey foreign key
  (transfer_id) references transfers(id);
alter table cash_requests add constraint cash_requests_user_id_fkey foreign key (user_id)
  references users(id);
alter table client_notes add constraint client_notes_author_id_fkey foreign key (author_id)
  references users(id);
alter table client_notes add constraint client_notes_user_id_fkey foreign key (user_id)
  references users(id);
alter table erased_rows add constraint erased_rows_person_id_fkey foreign key (person_id)
  references users(id);
alter table events add constraint events_icon_hash_fkey foreign key (icon_hash) references
  files(hash);
alter table events add constraint events_image_hash_fkey foreign key (image_hash) references
  files(hash);
alter table held_bets add constraint held_bets_bet_id_fkey foreign key (bet_id) references
  bets(id);
alter table held_bets add constraint held_bets_round_id_fkey foreign key (round_id) references
  rounds(id);
alter table idempotency_keys add constraint idempotency_keys_service_key_id_fkey foreign key
  (service_key_id) references service_keys(id);
alter table multiplier_draft add constraint multiplier_draft_actor_id_fkey foreign key
  (actor_id) references users(id);
alter table multiplier_tables add constraint multiplier_tables_actor_id_fkey foreign key
  (actor_id) references users(id);
alter table operator_slots add constraint operator_slots_operator_id_fkey foreign key
  (operator_id) references users(id);
alter table people_counts add constraint people_counts_operator_id_fkey foreign key
  (operator_id) references users(id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey foreign key (user_id)
  references second_factors(user_id) on delete cascade;
alter table round_operators add constraint round_operators_operator_id_fkey foreign key
  (operator_id) references users(id);
alter table round_operators add constraint round_operators_round_id_fkey foreign key
  (round_id) references rounds(id);
alter table rounds add constraint rounds_multiplier_table_id_fkey foreign key
  (multiplier_table_id) references multiplier_tables(id);
alter table rounds add constraint rounds_service_key_id_fkey foreign key (service_key_id)
  references service_keys(id);
alter table second_factors add constraint second_factors_user_id_fkey foreign key (user_id)
  references users(id);
alter table service_keys add constraint service_keys_created_by_fkey foreign key (created_by)
  references users(id);
alter table sessions add constraint sessions_user_id_fkey foreign key (user_id) references
  users(id);
alter table support_links add constraint support_links_owner_id_fkey foreign key (owner_id)
  references users(id);
alter table transfers add constraint transfers_cash_request_id_fkey foreign key
  (cash_request_id) references cash_requests(id);
alter table unsealed_gaps add constraint unsealed_gaps_record_fkey foreign key (record)
  references sealing(record);
alter table users add constraint users_parent_id_fkey foreign key (parent_id) references
  users(id);
