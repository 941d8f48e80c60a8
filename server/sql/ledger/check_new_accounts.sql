create or replace function check_new_accounts() returns trigger language plpgsql as $$
begin
  if exists (select from new_accounts where balance_minor <> 0 or entry_count <> 0) then
    raise exception 'an account starts empty' using errcode = 'PB903';
  end if;
  return null;
end $$;
