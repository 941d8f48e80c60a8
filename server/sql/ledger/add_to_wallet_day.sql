-- Adds one entry to what the statement of a wallet counts and adds up; its account is locked.
create or replace function add_to_wallet_day(
  p_account_id bigint, p_at timestamptz, p_amount_minor bigint
) returns void language plpgsql as $$
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
