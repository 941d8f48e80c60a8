-- Puts a blank in the place of such receipts, not too many at once, and forgets the pictures that
-- nothing shows any more. The requests stay.
create or replace function forget_receipts(p_days int, p_max int) returns int
language plpgsql security definer set search_path from current as $$
declare
  v_due bigint[] := array(select due from due_receipts(p_days) due limit p_max);
  v_pictures bytea[];
begin
  if p_days < 30 then raise exception 'a receipt is kept for 30 days at least'; end if;
  if v_due = '{}' then return 0; end if;
  insert into files (hash, type, width, height, bytes)
  values (sha256(blank_picture()), 'image/png', 1, 1, blank_picture()) on conflict do nothing;
  v_pictures := array(select distinct receipt_hash from cash_requests where id = any (v_due));
  update cash_requests set receipt_hash = sha256(blank_picture()) where id = any (v_due);
  delete from files f where f.hash = any (v_pictures)
    and not exists (select from cash_requests where receipt_hash = f.hash)
    and not exists (select from events where icon_hash = f.hash or image_hash = f.hash);
  return cardinality(v_due);
end $$;
grant execute on function forget_receipts to node_role;
