-- A transfer is two entries: its amount out of one account and into the other.
create or replace function check_new_entries() returns trigger language plpgsql
set enable_seqscan = off as $$
declare v_transfer bigint;
begin
  select e.transfer_id into v_transfer
  from (
    select transfer_id,
      count(*) as parts,
      sum(amount_minor) as total,
      min(account_id) filter (where amount_minor < 0) as from_account,
      min(account_id) filter (where amount_minor > 0) as to_account,
      max(amount_minor) as moved
    from new_entries group by transfer_id
  ) e left join transfers t on t.id = e.transfer_id and e.parts = 2 and e.total = 0
    and e.moved = t.amount_minor and e.from_account = t.from_account_id
    and e.to_account = t.to_account_id
  where t.id is null limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  return null;
end $$;
