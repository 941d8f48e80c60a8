-- A balance changes only together with the entries that explain it. Row by row: as one statement
-- its plan was kept from a session's first small transfer, and with it two thousand accounts were
-- compared each with each.
create or replace function check_new_balance() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  if new.kind <> old.kind or new.currency <> old.currency
    or new.user_id is distinct from old.user_id
    or new.balance_minor is distinct from coalesce((
      select e.balance_after_minor from entries e
      where e.account_id = new.id and e.sequence = new.entry_count), 0)
    or new.balance_minor - old.balance_minor is distinct from (
      select coalesce(sum(e.amount_minor), 0) from entries e
      where e.account_id = new.id and e.sequence > old.entry_count
        and e.sequence <= new.entry_count) then
    raise exception 'balance of account % has no entries behind it', new.id
      using errcode = 'PB902';
  end if;
  return null;
end $$;
