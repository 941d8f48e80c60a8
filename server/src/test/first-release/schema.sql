-- The tables of the first release, from its migrations 0001 to 0007 as they were then.

-- 0001-users
-- The time that history is written with. It is the clock; a transaction that writes the past, as
-- the demo does, says so with the setting pitboss.clock, which ends with it.
create function platform_now() returns timestamptz language sql volatile as $$
  select coalesce(nullif(current_setting('pitboss.clock', true), '')::timestamptz,
    clock_timestamp())
$$;

-- People and the tree they stand in. A person's ancestors are kept with the row, root first,
-- so that "is this account below me" is one comparison at any depth.
create table users (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null,
  role text not null,
  parent_id bigint references users (id),
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
  constraint username_is_plain check (username ~ '^[A-Za-z0-9_.-]{3,32}$'),
  constraint role_is_known check (role in ('SUPER', 'ADMIN', 'USER')),
  constraint status_is_known check (status in ('active', 'suspended', 'locked')),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint only_super_stands_at_the_top check ((parent_id is null) = (role = 'SUPER')),
  constraint ancestors_end_with_the_parent
    check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)]),
  constraint smallest_bet_is_not_negative check (minimum_bets_minor >= 0),
  constraint smallest_bet_is_not_above_the_largest
    check (minimum_bets_minor <= maximum_bets_minor)
);

-- Names are unique without regard to case, deleted accounts included.
create unique index usernames_are_unique_without_case on users (lower(username));
create index users_by_parent on users (parent_id, id);
create index users_by_ancestor on users using gin (ancestor_ids);

-- The worst of an account's own status and its ancestors' counts; deleted counts as locked.
create function effective_status(p_user_id bigint, p_ancestor_ids bigint[]) returns text
language sql stable as $$
  select case
    when bool_or(deleted_at is not null or status = 'locked') then 'locked'
    when bool_or(status = 'suspended') then 'suspended'
    else 'active'
  end
  from users where id = any (p_ancestor_ids || p_user_id)
$$;

-- 0002-auth
-- A session is known by the hash of its token; the token itself is never stored.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id),
  address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint an_end_has_a_reason check ((ended_at is null) = (end_reason is null))
);
create index sessions_by_user on sessions (user_id, created_at desc);
create index live_sessions_by_user on sessions (user_id) where ended_at is null;

-- Wrong passwords, counted for the name that was tried and for the address that tried it.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);

-- 0003-ledger
-- The double-entry ledger. docs/ledger.md explains it. Amounts are whole minor units.

-- A rule of the ledger that the caller may meet is raised as PB001 (not enough money);
-- every other PB code is a fault of ours, never an operator's.
create table accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id bigint references users (id),
  currency text not null,
  balance_minor bigint not null default 0,
  entry_count bigint not null default 0,
  constraint kind_is_known check
    (kind in ('wallet', 'stakes', 'withdrawals', 'treasury', 'demo_treasury', 'house')),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint people_own_wallets_and_holdings
    check ((user_id is not null) = (kind in ('wallet', 'stakes', 'withdrawals'))),
  -- No wallet and no holding account is ever below zero.
  constraint nobody_spends_what_is_not_there check (user_id is null or balance_minor >= 0),
  constraint one_account_of_a_kind unique nulls not distinct (user_id, kind, currency)
) with (fillfactor = 70);

create table transfers (
  id bigint generated always as identity primary key,
  kind text not null,
  from_account_id bigint not null references accounts (id),
  to_account_id bigint not null references accounts (id),
  amount_minor bigint not null,
  actor_id bigint references users (id),
  remarks text not null default '',
  idempotency_key text,
  created_at timestamptz not null,
  constraint kind_is_known check (kind in ('issue', 'opening', 'deposit', 'withdraw')),
  constraint money_moves_forward check (amount_minor > 0),
  constraint money_moves_between_two_accounts check (from_account_id <> to_account_id)
);

create table entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  -- The running number of the entry in its account, from 1 without gaps.
  sequence bigint not null,
  transfer_id bigint not null references transfers (id),
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  created_at timestamptz not null,
  constraint an_entry_moves_money check (amount_minor <> 0),
  constraint entries_are_numbered unique (account_id, sequence)
);
create index entries_by_transfer on entries (transfer_id);
create index entries_by_time on entries (created_at, id);
create index entries_by_account_and_time on entries (account_id, created_at, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'PB900';
end $$;

create trigger transfers_are_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger entries_are_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
create trigger accounts_stay before delete or truncate on accounts
  for each statement execute function refuse_change();

-- A transfer is two entries: its amount out of one account and into the other.
create function check_new_entries() returns trigger language plpgsql as $$
declare v_transfer bigint;
begin
  select t.id into v_transfer
  from (
    select transfer_id,
      count(*) as parts,
      sum(amount_minor) as total,
      min(account_id) filter (where amount_minor < 0) as from_account,
      min(account_id) filter (where amount_minor > 0) as to_account,
      max(amount_minor) as moved
    from new_entries group by transfer_id
  ) e join transfers t on t.id = e.transfer_id
  where e.parts <> 2 or e.total <> 0 or e.moved <> t.amount_minor
    or e.from_account <> t.from_account_id or e.to_account <> t.to_account_id
  limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  return null;
end $$;
create trigger new_entries_balance after insert on entries
  referencing new table as new_entries
  for each statement execute function check_new_entries();

-- A balance changes only together with the entries that explain it.
create function check_new_balances() returns trigger language plpgsql as $$
declare v_account bigint;
begin
  select n.id into v_account
  from new_accounts n join old_accounts o on o.id = n.id
  left join entries last on last.account_id = n.id and last.sequence = n.entry_count
  where n.kind <> o.kind or n.currency <> o.currency or n.user_id is distinct from o.user_id
    or n.balance_minor is distinct from coalesce(last.balance_after_minor, 0)
    or n.balance_minor - o.balance_minor is distinct from (
      select coalesce(sum(e.amount_minor), 0) from entries e
      where e.account_id = n.id and e.sequence > o.entry_count and e.sequence <= n.entry_count)
  limit 1;
  if found then
    raise exception 'balance of account % has no entries behind it', v_account
      using errcode = 'PB902';
  end if;
  return null;
end $$;
create trigger new_balances_have_entries after update on accounts
  referencing new table as new_accounts old table as old_accounts
  for each statement execute function check_new_balances();

create function check_new_accounts() returns trigger language plpgsql as $$
begin
  if new.balance_minor <> 0 or new.entry_count <> 0 then
    raise exception 'an account starts empty' using errcode = 'PB903';
  end if;
  return new;
end $$;
create trigger accounts_start_empty before insert on accounts
  for each row execute function check_new_accounts();

-- The account of a person, or of the platform itself when there is no person.
create function account_of(p_user_id bigint, p_kind text, p_currency text) returns bigint
language plpgsql stable as $$
declare v_id bigint;
begin
  if p_user_id is null then
    select id into v_id from accounts
    where user_id is null and kind = p_kind and currency = p_currency;
  else
    select id into v_id from accounts
    where user_id = p_user_id and kind = p_kind and currency = p_currency;
  end if;
  if v_id is null then
    raise exception 'no % account of user % in %', p_kind, p_user_id, p_currency
      using errcode = 'PB904';
  end if;
  return v_id;
end $$;

-- Moves money between two accounts of a currency: locks both in the order of their ids, then
-- writes the transfer, its two entries and the two balances. The only writer of money.
create function post_transfer(
  p_kind text, p_from_user bigint, p_from_kind text, p_to_user bigint, p_to_kind text,
  p_currency text, p_amount_minor bigint, p_actor_id bigint, p_remarks text, p_key text
) returns table (transfer_id bigint, from_balance_minor bigint, to_balance_minor bigint)
language plpgsql as $$
declare
  v_from bigint := account_of(p_from_user, p_from_kind, p_currency);
  v_to bigint := account_of(p_to_user, p_to_kind, p_currency);
  v_from_balance bigint;
  v_from_count bigint;
  v_to_balance bigint;
  v_to_count bigint;
  v_at timestamptz;
  v_transfer bigint;
begin
  perform 1 from accounts where id in (v_from, v_to) order by id for no key update;
  select balance_minor, entry_count into strict v_from_balance, v_from_count
  from accounts where id = v_from;
  select balance_minor, entry_count into strict v_to_balance, v_to_count
  from accounts where id = v_to;
  if p_from_user is not null and v_from_balance < p_amount_minor then
    raise exception 'not enough money' using errcode = 'PB001', detail = v_from_balance::text;
  end if;
  -- Taken after the locks, so that time and sequence agree within an account.
  v_at := platform_now();
  insert into transfers (kind, from_account_id, to_account_id, amount_minor, actor_id, remarks,
    idempotency_key, created_at)
  values (p_kind, v_from, v_to, p_amount_minor, p_actor_id, p_remarks, p_key, v_at)
  returning id into v_transfer;
  v_from_balance := v_from_balance - p_amount_minor;
  v_to_balance := v_to_balance + p_amount_minor;
  insert into entries
    (account_id, sequence, transfer_id, amount_minor, balance_after_minor, created_at)
  values
    (v_from, v_from_count + 1, v_transfer, -p_amount_minor, v_from_balance, v_at),
    (v_to, v_to_count + 1, v_transfer, p_amount_minor, v_to_balance, v_at);
  update accounts set
    balance_minor = case id when v_from then v_from_balance else v_to_balance end,
    entry_count = entry_count + 1
  where id in (v_from, v_to);
  return query select v_transfer, v_from_balance, v_to_balance;
end $$;

insert into accounts (kind, currency)
select kind, currency
from unnest(array['treasury', 'demo_treasury', 'house']) kind,
  unnest(array['USD', 'INR', 'PKR']) currency;

-- 0004-audit
-- Who changed what, on whom, from where, and how it ended; refused attempts too.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default platform_now(),
  actor_id bigint references users (id),
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
  constraint outcome_is_known check (outcome in ('done', 'refused'))
);
create index audit_events_by_target on audit_events (target_kind, target_id, id);
create index audit_events_by_actor on audit_events (actor_id, id);

create trigger audit_is_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();

-- 0005-idempotency
-- The answer to a call that moved money, kept so that the same call again moves nothing.
create table idempotency_keys (
  actor_id bigint not null references users (id),
  key text not null,
  request_hash bytea not null,
  http_status int not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Takes the key for this transaction, or says that another transaction holds it. The answer is
-- read after the lock in a statement of its own, so an answer committed a moment ago is seen.
create function claim_idempotency_key(p_actor_id bigint, p_key text)
returns table (is_mine boolean, request_hash bytea, http_status int, answer json)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_key, p_actor_id)) then
    return query select false, null::bytea, null::int, null::json;
    return;
  end if;
  return query
    select true, k.request_hash, k.http_status, k.answer
    from (values (1)) one left join idempotency_keys k
      on k.actor_id = p_actor_id and k.key = p_key;
end $$;

-- 0006-maintenance
-- Unset until somebody says; on means no new round and no bet.
create table games (
  name text primary key,
  is_maintenance boolean
);
insert into games (name) values ('Aviator');

-- 0007-reports
-- Settled play below an operator, by currency and quarter of an hour, without demo accounts.
-- Written in the transaction that settles, so figures cost the same at any number of bets.
create table operator_slots (
  operator_id bigint not null references users (id),
  currency text not null,
  slot_at timestamptz not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  primary key (operator_id, currency, slot_at)
);

-- What had been applied, as the migrator kept it.
create table kysely_migration (
  name varchar(255) not null primary key,
  timestamp varchar(255) not null
);
create table kysely_migration_lock (
  id varchar(255) not null primary key,
  is_locked integer not null default 0
);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into kysely_migration
select name, '2026-11-15T11:50:12.' || 100 + number || 'Z'
from unnest(array['0001-users', '0002-auth', '0003-ledger', '0004-audit', '0005-idempotency',
  '0006-maintenance', '0007-reports']) with ordinality applied (name, number);
