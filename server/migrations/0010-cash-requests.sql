-- A client asks for money to be credited (deposit) or paid out (withdraw); an operator decides.
create table cash_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  type text not null,
  amount_minor bigint not null,
  currency text not null,
  status text not null default 'pending',
  note text not null default '',
  -- A deposit names the operator's bank that was paid to and carries the receipt.
  bank_id bigint references banks (id),
  receipt_hash bytea references files (hash),
  -- A withdrawal names the client's own account.
  client_bank jsonb,
  -- The transfer that paid it.
  transfer_id bigint references transfers (id),
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint type_is_known check (type in ('deposit', 'withdraw')),
  constraint status_is_known check (status in ('pending', 'success', 'failed', 'cancelled')),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint amount_is_positive check (amount_minor > 0),
  constraint success_is_paid check ((status = 'success') = (transfer_id is not null)),
  constraint a_deposit_has_bank_and_receipt
    check ((type = 'deposit') = (bank_id is not null and receipt_hash is not null)),
  constraint a_withdrawal_has_an_account check ((type = 'withdraw') = (client_bank is not null))
);
create index cash_requests_by_user on cash_requests (user_id, id);
create index cash_requests_by_time on cash_requests (created_at, id);
create index cash_requests_by_bank on cash_requests (bank_id, created_at);
create index pending_cash_requests on cash_requests (user_id) where status = 'pending';

-- Each step of a request: who, when, from where to where, and the note given with it.
create table cash_request_steps (
  id bigint generated always as identity primary key,
  request_id bigint not null references cash_requests (id),
  from_status text,
  to_status text not null,
  actor_id bigint not null references users (id),
  note text not null default '',
  at timestamptz not null default platform_now()
);
create index cash_request_steps_by_request on cash_request_steps (request_id, id);
create trigger steps_are_append_only before update or delete or truncate on cash_request_steps
  for each statement execute function refuse_change();

-- A transfer names the request it was made for, and the ledger learns the cashier's moves.
alter table transfers add column cash_request_id bigint references cash_requests (id);
create index transfers_by_cash_request on transfers (cash_request_id)
  where cash_request_id is not null;
alter table transfers drop constraint kind_is_known;
alter table transfers add constraint kind_is_known check (kind in
  ('issue', 'opening', 'deposit', 'withdraw', 'hold', 'release', 'cash_deposit', 'cash_withdraw'));

drop function post_transfer(text, bigint, text, bigint, text, text, bigint, bigint, text, text);

-- Moves money between two accounts of a currency: locks both in the order of their ids, then
-- writes the transfer, its two entries and the two balances. The only writer of money; as in
-- migration 0003, with the request that the money moves for.
create function post_transfer(
  p_kind text, p_from_user bigint, p_from_kind text, p_to_user bigint, p_to_kind text,
  p_currency text, p_amount_minor bigint, p_actor_id bigint, p_remarks text, p_key text,
  p_cash_request_id bigint
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
    idempotency_key, cash_request_id, created_at)
  values (p_kind, v_from, v_to, p_amount_minor, p_actor_id, p_remarks, p_key, p_cash_request_id,
    v_at)
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
