-- Moves money between two accounts of a currency: locks both in the order of their ids, then
-- writes the transfer, its two entries and the two balances. The only writer of a single transfer.
-- It refuses what callers may meet: PB001, not enough money, PB002, too much; triggers the rest.
create or replace function post_transfer(
  p_kind text, p_from_user bigint, p_from_kind text, p_to_user bigint, p_to_kind text,
  p_currency text, p_amount_minor bigint, p_actor_id bigint, p_remarks text, p_key text,
  p_cash_request_id bigint, p_bet_id bigint,
  out transfer_id bigint, out from_balance_minor bigint, out to_balance_minor bigint
) language plpgsql security definer set search_path from current as $$
declare
  v_from bigint := account_of(p_from_user, p_from_kind, p_currency);
  v_to bigint := account_of(p_to_user, p_to_kind, p_currency);
  v_from_count bigint;
  v_to_count bigint;
  v_from_owner users;
  v_to_owner users;
  v_ceiling bigint := wallet_ceiling(p_from_kind, p_bet_id);
  v_at timestamptz;
  v_folding timestamptz;
  r record;
begin
  select * into v_from_owner from users where id = p_from_user and p_from_kind = 'wallet';
  select * into v_to_owner from users where id = p_to_user and p_to_kind = 'wallet';
  for r in
    select id, balance_minor, entry_count from accounts
    where id in (v_from, v_to) order by id for no key update
  loop
    if r.id = v_from then
      from_balance_minor := r.balance_minor;
      v_from_count := r.entry_count;
    else
      to_balance_minor := r.balance_minor;
      v_to_count := r.entry_count;
    end if;
  end loop;
  if p_from_user is not null and from_balance_minor < p_amount_minor then
    raise exception 'not enough money' using errcode = 'PB001',
      detail = from_balance_minor || ' ' || p_currency;
  end if;
  if v_to_owner.id is not null and to_balance_minor + p_amount_minor > v_ceiling then
    raise exception 'too much money' using errcode = 'PB002',
      detail = to_balance_minor || ' ' || p_currency || ' ' || v_ceiling;
  end if;
  -- Taken after the locks, so that time and sequence agree within an account.
  v_at := platform_now();
  insert into transfers (kind, from_account_id, to_account_id, amount_minor, actor_id, remarks,
    idempotency_key, cash_request_id, bet_id, created_at)
  values (p_kind, v_from, v_to, p_amount_minor, p_actor_id, p_remarks, p_key, p_cash_request_id,
    p_bet_id, v_at)
  returning id, (select next_until from statement_folding) into transfer_id, v_folding;
  from_balance_minor := from_balance_minor - p_amount_minor;
  to_balance_minor := to_balance_minor + p_amount_minor;
  insert into entries as e (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo)
  values
    (v_from, v_from_count + 1, post_transfer.transfer_id, -p_amount_minor, from_balance_minor,
      v_at, v_from_owner.id, v_from_owner.parent_id,
      case when v_from_owner.id is not null then p_currency end, v_from_owner.is_demo),
    (v_to, v_to_count + 1, post_transfer.transfer_id, p_amount_minor, to_balance_minor,
      v_at, v_to_owner.id, v_to_owner.parent_id,
      case when v_to_owner.id is not null then p_currency end, v_to_owner.is_demo);
  update accounts set
    balance_minor = case id when v_from then from_balance_minor else to_balance_minor end,
    entry_count = entry_count + 1
  where id in (v_from, v_to);
  if v_at < v_folding then
    perform add_late_to_statements(post_transfer.transfer_id, p_currency, v_at);
  end if;
end $$;
grant execute on function post_transfer to node_role;
