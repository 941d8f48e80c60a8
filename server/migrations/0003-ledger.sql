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
  constraint entries_are_numbered unique (account_id, sequence),
  -- A transfer that has its two entries takes no more.
  constraint one_entry_of_a_transfer_and_account unique (transfer_id, account_id)
);
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
