-- Forgets the answers that were kept for repeated calls so many days ago, not too many at once.
-- Whoever repeats a call after that is taken for somebody who means it anew.
create or replace function forget_keys(p_days int, p_max int) returns int
language plpgsql security definer set search_path from current as $$
declare v_forgotten int;
begin
  if p_days < 2 then raise exception 'an answer is kept for two days at least'; end if;
  delete from idempotency_keys where ctid in (
    select ctid from idempotency_keys where created_at < now() - make_interval(days => p_days)
    order by created_at limit p_max);
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
grant execute on function forget_keys to node_role;
