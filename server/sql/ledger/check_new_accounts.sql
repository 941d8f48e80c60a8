create or replace function check_new_accounts() returns trigger language plpgsql as $$
begin
  if new.balance_minor <> 0 or new.entry_count <> 0 then
    raise exception 'an account starts empty' using errcode = 'PB903';
  end if;
  return new;
end $$;
