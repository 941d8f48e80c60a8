-- At the commit, after every other lock: a decision that holds a wallet and one that waits for it
-- never wait for each other here.
create or replace function keep_request_days() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'UPDATE' then perform add_to_request_days(old, -1); end if;
  perform add_to_request_days(new, 1);
  return null;
end $$;
