-- An account starts empty, and is one that can be. What it is never changes (check_new_balance), so
-- it is looked at once and not with every balance.
create or replace function check_new_accounts() returns trigger language plpgsql as $$
declare v_account bigint;
begin
  if exists (select from new_accounts where balance_minor <> 0 or entry_count <> 0) then
    raise exception 'an account starts empty' using errcode = 'PB903';
  end if;
  select id into v_account from new_accounts
  where is_possible_account(kind, user_id, currency, shard) is not true limit 1;
  if found then
    raise exception 'account % cannot be', v_account using errcode = 'PB903';
  end if;
  return null;
end $$;
