-- What a wallet had at a moment: the balance after its last entry until then. Where entries of that
-- time were moved to the archive, their numbers have a gap, and the days' sums tell the balance at
-- the beginning of the day. A late entry counts from when it is listed.
create or replace function balance_at(p_account_id bigint, p_at timestamptz)
returns table (balance_minor bigint, since timestamptz, is_exact boolean)
language plpgsql stable as $$
declare
  v_day date := (p_at at time zone 'UTC')::date;
  v_last entries;
  v_late entries;
  v_count bigint;
begin
  select * into v_last from entries e
  where e.account_id = p_account_id and e.owner_id is not null and e.created_at <= p_at
  order by e.created_at desc, e.sequence desc limit 1;
  select e.* into v_late from late_entries l
  join entries e on e.account_id::int = l.account_id::int and e.sequence::int = l.sequence::int
  where l.account_id = p_account_id and l.listed_at <= p_at and l.sequence > v_last.sequence
  order by l.sequence desc limit 1;
  if found then v_last := v_late; end if;
  select entry_count into v_count from accounts where id = p_account_id;
  if coalesce(v_last.sequence, 0) = v_count or exists (
    select from entries e
    where e.account_id::int = p_account_id::int
      and e.sequence::int = coalesce(v_last.sequence, 0)::int + 1
  ) then
    return query select coalesce(v_last.balance_after_minor, 0), v_last.created_at, true;
    return;
  end if;
  return query select coalesce(sum(d.deposits_minor - d.withdrawals_minor), 0)::bigint,
    v_day::timestamp at time zone 'UTC', false
  from wallet_days d where d.account_id = p_account_id and d.day < v_day;
end $$;
grant execute on function balance_at to node_role;
