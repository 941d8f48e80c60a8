-- Deposits with a receipt that was decided about for good so many days ago: those that are pending
-- or failed may still be paid, by what their receipt shows.
create or replace function due_receipts(p_days int) returns setof bigint
language sql stable as $$
  select id from cash_requests
  where type = 'deposit' and status in ('success', 'cancelled')
    and receipt_hash <> sha256(blank_picture())
    and greatest(created_at, updated_at) < platform_now() - make_interval(days => p_days)
  order by id
$$;
grant execute on function due_receipts to node_role;
