-- Runs at the commit, after every other lock was taken: of two decisions, one of which waits for
-- the other's wallet, neither can block the other here.
create or replace function keep_request_days() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'UPDATE' then perform add_to_request_days(old, -1); end if;
  perform add_to_request_days(new, 1);
  return null;
end $$;
