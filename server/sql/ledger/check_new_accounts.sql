-- An account starts empty, and is one that can be: a person's wallet or one of its holdings, or one
-- of the platform's, of which the house and the demo treasury stand in parts. None of this ever
-- changes (check_new_balance), so it is looked at once and not with every balance.
create or replace function check_new_accounts() returns trigger language plpgsql as $$
declare v_account bigint;
begin
  if exists (select from new_accounts where balance_minor <> 0 or entry_count <> 0) then
    raise exception 'an account starts empty' using errcode = 'PB903';
  end if;
  select id into v_account from new_accounts
  where (currency in ('USD', 'INR', 'PKR') and case
    when user_id is not null then kind in ('wallet', 'stakes', 'withdrawals') and shard = 0
    when kind in ('house', 'demo_treasury') then shard between 0 and 8
    else kind = 'treasury' and shard = 0 end) is not true
  limit 1;
  if found then
    raise exception 'account % cannot be', v_account using errcode = 'PB903';
  end if;
  return null;
end $$;
