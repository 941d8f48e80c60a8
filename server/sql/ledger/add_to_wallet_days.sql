-- Adds the entries of a transfer to what the statements of its wallets count and add up; a side
-- that is no wallet is null. The accounts are locked, so nobody else writes these rows.
create or replace function add_to_wallet_days(
  p_from_account bigint, p_to_account bigint, p_at timestamptz, p_amount_minor bigint
) returns void language plpgsql as $$
declare
  v_day date := (p_at at time zone 'UTC')::date;
  v_written int;
begin
  update wallet_days set
    entries = entries + 1,
    deposits_minor = deposits_minor
      + case account_id when p_to_account then p_amount_minor else 0 end,
    withdrawals_minor = withdrawals_minor
      + case account_id when p_from_account then p_amount_minor else 0 end
  where account_id in (p_from_account, p_to_account) and day = v_day;
  get diagnostics v_written = row_count;
  if v_written = num_nonnulls(p_from_account, p_to_account) then return; end if;
  insert into wallet_days (account_id, day, entries, deposits_minor, withdrawals_minor)
  select account_id, v_day, 1, case account_id when p_to_account then p_amount_minor else 0 end,
    case account_id when p_from_account then p_amount_minor else 0 end
  from unnest(array[p_from_account, p_to_account]) account_id where account_id is not null
  on conflict (account_id, day) do nothing;
end $$;
