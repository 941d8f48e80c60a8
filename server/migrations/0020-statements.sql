-- Statements at any size. Entries of wallets carry whose they are, so that one index leads to a
-- branch's page; two rollups, written with the transfer, hold what a statement counts and adds up.

alter table entries add column owner_id bigint;
alter table entries add column owner_parent_id bigint;
alter table entries add column currency text;
alter table entries add column is_demo boolean;

alter table entries disable trigger entries_are_append_only;
update entries e set owner_id = u.id, owner_parent_id = u.parent_id, currency = a.currency,
  is_demo = u.is_demo
from accounts a join users u on u.id = a.user_id
where a.id = e.account_id and a.kind = 'wallet';
alter table entries enable trigger entries_are_append_only;
alter table entries add constraint a_wallet_entry_has_an_owner check
  ((owner_id is null) = (currency is null) and (owner_id is null) = (is_demo is null));

-- Only entries of wallets are ever listed: three of ten.
drop index entries_by_time;
drop index entries_by_account_and_time;
create index wallet_entries_by_time on entries (currency, is_demo, created_at, id)
  where owner_id is not null;
create index wallet_entries_by_parent on entries (owner_parent_id, created_at, id)
  where owner_id is not null;
create index wallet_entries_by_account on entries (account_id, created_at, id)
  where owner_id is not null;

-- What a wallet's statement of a day (UTC) holds.
create table wallet_days (
  account_id bigint not null,
  day date not null,
  entries bigint not null,
  deposits_minor bigint not null,
  withdrawals_minor bigint not null,
  primary key (account_id, day)
) with (fillfactor = 70);

-- What the statement of an operator, its own wallet and its whole branch, holds in a quarter of an
-- hour. Every transfer adds to the row of the operator at the top, so each row stands in eight
-- shards, one of which a connection writes: otherwise all transfers would wait for each other.
create table statement_slots (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  shard smallint not null,
  entries bigint not null,
  deposits_minor bigint not null,
  withdrawals_minor bigint not null,
  primary key (operator_id, currency, is_demo, slot_at, shard)
) with (fillfactor = 70);

-- Whose statements hold the entries of a person's wallet: those above it and, if it is an operator,
-- its own. From the top down, which is the order in which rows are locked.
create function statement_chain(p_owner users) returns bigint[] language sql immutable as $$
  select case when p_owner.role = 'USER' then p_owner.ancestor_ids
    else p_owner.ancestor_ids || p_owner.id end
$$;

insert into wallet_days
select account_id, (created_at at time zone 'UTC')::date, count(*),
  coalesce(sum(amount_minor) filter (where amount_minor > 0), 0),
  coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)
from entries where owner_id is not null group by 1, 2;
insert into statement_slots
select above.id, e.currency, e.is_demo, slot_of(e.created_at), 0, count(*),
  coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0),
  coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)
from entries e join users u on u.id = e.owner_id
cross join unnest(statement_chain(u)) above (id)
group by 1, 2, 3, 4;

-- Adds one transfer's entries to the statement of a wallet, whose account is locked.
create function add_to_wallet_day(p_account_id bigint, p_at timestamptz, p_amount_minor bigint)
returns void language plpgsql as $$
begin
  update wallet_days set
    entries = entries + 1,
    deposits_minor = deposits_minor + greatest(p_amount_minor, 0),
    withdrawals_minor = withdrawals_minor + greatest(-p_amount_minor, 0)
  where account_id = p_account_id and day = (p_at at time zone 'UTC')::date;
  if not found then
    insert into wallet_days values (p_account_id, (p_at at time zone 'UTC')::date, 1,
      greatest(p_amount_minor, 0), greatest(-p_amount_minor, 0));
  end if;
end $$;

-- Adds entries to the statements of a chain of operators. A row is mostly there: an update takes a
-- third of the time of an upsert.
create function add_to_statement_slots(
  p_chain bigint[], p_currency text, p_is_demo boolean, p_at timestamptz, p_entries int,
  p_deposits_minor bigint, p_withdrawals_minor bigint
) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_shard smallint := pg_backend_pid() % 8;
  v_written bigint[];
begin
  with written as (
    update statement_slots set
      entries = entries + p_entries,
      deposits_minor = deposits_minor + p_deposits_minor,
      withdrawals_minor = withdrawals_minor + p_withdrawals_minor
    where operator_id = any (p_chain) and currency = p_currency and is_demo = p_is_demo
      and slot_at = slot_of(p_at) and shard = v_shard
    returning operator_id)
  select array_agg(operator_id) into v_written from written;
  if cardinality(v_written) = cardinality(p_chain) then return; end if;
  insert into statement_slots as s
  select id, p_currency, p_is_demo, slot_of(p_at), v_shard, p_entries, p_deposits_minor,
    p_withdrawals_minor
  from unnest(p_chain) id where v_written is null or id <> all (v_written) order by id
  on conflict (operator_id, currency, is_demo, slot_at, shard) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;

-- Moves money between two accounts of a currency: locks both in the order of their ids, then
-- writes the transfer, its two entries and the two balances. The only writer of a single transfer;
-- as in migration 0010, with owners in the entries, the accounts read while they are locked, and
-- the bet that the money moves for.
drop function post_transfer(text, bigint, text, bigint, text, text, bigint, bigint, text, text,
  bigint);
create function post_transfer(
  p_kind text, p_from_user bigint, p_from_kind text, p_to_user bigint, p_to_kind text,
  p_currency text, p_amount_minor bigint, p_actor_id bigint, p_remarks text, p_key text,
  p_cash_request_id bigint, p_bet_id bigint
) returns table (transfer_id bigint, from_balance_minor bigint, to_balance_minor bigint)
language plpgsql as $$
declare
  v_from bigint := account_of(p_from_user, p_from_kind, p_currency);
  v_to bigint := account_of(p_to_user, p_to_kind, p_currency);
  v_from_balance bigint;
  v_from_count bigint;
  v_to_balance bigint;
  v_to_count bigint;
  v_from_owner users;
  v_to_owner users;
  v_at timestamptz;
  v_transfer bigint;
  r record;
begin
  select * into v_from_owner from users where id = p_from_user and p_from_kind = 'wallet';
  select * into v_to_owner from users where id = p_to_user and p_to_kind = 'wallet';
  for r in
    select id, balance_minor, entry_count from accounts
    where id in (v_from, v_to) order by id for no key update
  loop
    if r.id = v_from then
      v_from_balance := r.balance_minor;
      v_from_count := r.entry_count;
    else
      v_to_balance := r.balance_minor;
      v_to_count := r.entry_count;
    end if;
  end loop;
  if p_from_user is not null and v_from_balance < p_amount_minor then
    raise exception 'not enough money' using errcode = 'PB001', detail = v_from_balance::text;
  end if;
  -- Taken after the locks, so that time and sequence agree within an account.
  v_at := platform_now();
  insert into transfers (kind, from_account_id, to_account_id, amount_minor, actor_id, remarks,
    idempotency_key, cash_request_id, bet_id, created_at)
  values (p_kind, v_from, v_to, p_amount_minor, p_actor_id, p_remarks, p_key, p_cash_request_id,
    p_bet_id, v_at)
  returning id into v_transfer;
  v_from_balance := v_from_balance - p_amount_minor;
  v_to_balance := v_to_balance + p_amount_minor;
  insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo)
  values
    (v_from, v_from_count + 1, v_transfer, -p_amount_minor, v_from_balance, v_at, v_from_owner.id,
      v_from_owner.parent_id, case when v_from_owner.id is not null then p_currency end,
      v_from_owner.is_demo),
    (v_to, v_to_count + 1, v_transfer, p_amount_minor, v_to_balance, v_at, v_to_owner.id,
      v_to_owner.parent_id, case when v_to_owner.id is not null then p_currency end,
      v_to_owner.is_demo);
  update accounts set
    balance_minor = case id when v_from then v_from_balance else v_to_balance end,
    entry_count = entry_count + 1
  where id in (v_from, v_to);
  if v_from_owner.id is not null then
    perform add_to_wallet_day(v_from, v_at, -p_amount_minor);
  end if;
  if v_to_owner.id is not null then
    perform add_to_wallet_day(v_to, v_at, p_amount_minor);
  end if;
  -- An operator and its client stand in the same statements: one write instead of two.
  if statement_chain(v_from_owner) = statement_chain(v_to_owner)
    and v_from_owner.is_demo = v_to_owner.is_demo then
    perform add_to_statement_slots(statement_chain(v_to_owner), p_currency, v_to_owner.is_demo,
      v_at, 2, p_amount_minor, p_amount_minor);
  else
    if v_from_owner.id is not null then
      perform add_to_statement_slots(statement_chain(v_from_owner), p_currency,
        v_from_owner.is_demo, v_at, 1, 0, p_amount_minor);
    end if;
    if v_to_owner.id is not null then
      perform add_to_statement_slots(statement_chain(v_to_owner), p_currency, v_to_owner.is_demo,
        v_at, 1, p_amount_minor, 0);
    end if;
  end if;
  return query select v_transfer, v_from_balance, v_to_balance;
end $$;

-- Moves money for many bets at once, in the order of the arrays: the set-based sibling of
-- post_transfer, as in migration 0016, with owners in the entries.
create or replace function post_transfers(
  p_kinds text[], p_from bigint[], p_to bigint[], p_amounts bigint[], p_bets bigint[],
  p_remarks text[], p_actor_id bigint, p_at timestamptz
) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare v_ids bigint[];
begin
  perform 1 from accounts
  where id in (select unnest(p_from) union select unnest(p_to)) order by id for no key update;
  v_ids := array(select nextval('transfers_id_seq')
    from generate_series(1, cardinality(p_kinds)));
  insert into transfers (id, kind, from_account_id, to_account_id, amount_minor, actor_id,
    remarks, bet_id, created_at) overriding system value
  select t.id, t.kind, t.from_id, t.to_id, t.amount, p_actor_id, t.remarks, t.bet_id, p_at
  from unnest(v_ids, p_kinds, p_from, p_to, p_amounts, p_remarks, p_bets)
    t (id, kind, from_id, to_id, amount, remarks, bet_id);
  insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo)
  select e.account_id, a.entry_count + row_number() over so_far, e.transfer_id, e.amount,
    a.balance_minor + sum(e.amount) over so_far, p_at,
    u.id, u.parent_id, case when u.id is not null then a.currency end, u.is_demo
  from (
    select from_id as account_id, id as transfer_id, -amount as amount
    from unnest(v_ids, p_from, p_amounts) t (id, from_id, amount)
    union all
    select to_id, id, amount from unnest(v_ids, p_to, p_amounts) t (id, to_id, amount)
  ) e join accounts a on a.id = e.account_id
  left join users u on a.kind = 'wallet' and u.id = a.user_id
  window so_far as (partition by e.account_id order by e.transfer_id);
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.entries
  from (
    select account_id, sum(amount)::bigint as amount, count(*) as entries
    from (
      select from_id as account_id, -amount as amount
      from unnest(p_from, p_amounts) t (from_id, amount)
      union all
      select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
    ) e group by account_id
  ) moved where a.id = moved.account_id;

  insert into wallet_days as d (account_id, day, entries, deposits_minor, withdrawals_minor)
  select e.account_id, (p_at at time zone 'UTC')::date, count(*), sum(greatest(e.amount, 0)),
    sum(greatest(-e.amount, 0))
  from (
    select from_id as account_id, -amount as amount
    from unnest(p_from, p_amounts) t (from_id, amount)
    union all
    select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
  ) e join accounts a on a.id = e.account_id and a.kind = 'wallet'
  group by 1 order by 1
  on conflict (account_id, day) do update set
    entries = d.entries + excluded.entries,
    deposits_minor = d.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = d.withdrawals_minor + excluded.withdrawals_minor;
  insert into statement_slots as s (operator_id, currency, is_demo, slot_at, shard, entries,
    deposits_minor, withdrawals_minor)
  select above.id, a.currency, u.is_demo, slot_of(p_at), pg_backend_pid() % 8, sum(e.entries),
    sum(e.deposits), sum(e.withdrawals)
  from (
    select account_id, count(*) as entries, sum(greatest(amount, 0)) as deposits,
      sum(greatest(-amount, 0)) as withdrawals
    from (
      select from_id as account_id, -amount as amount
      from unnest(p_from, p_amounts) t (from_id, amount)
      union all
      select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
    ) every group by account_id
  ) e join accounts a on a.id = e.account_id and a.kind = 'wallet'
  join users u on u.id = a.user_id
  cross join unnest(statement_chain(u)) above (id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (operator_id, currency, is_demo, slot_at, shard) do update set
    entries = s.entries + excluded.entries,
    deposits_minor = s.deposits_minor + excluded.deposits_minor,
    withdrawals_minor = s.withdrawals_minor + excluded.withdrawals_minor;
end $$;
