-- Every currency that money can be of: each has its treasury.
create or replace function currencies_of_money() returns text[] language plpgsql stable
set enable_seqscan = off as $$
begin
  return array(
    select currency from accounts where user_id is null and kind = 'treasury' order by currency);
end $$;
