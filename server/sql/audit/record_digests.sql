-- The digests that these rows were sealed with, of those that are there. A row in which a person's
-- data became blanks, and nothing else since, has the digest that it had before; whether that act
-- is on record is checked with the books. Several persons may stand in one row.
create or replace function record_digests(p_record text, p_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable as $$
begin
  if not exists (select from erased_rows e where e.record = p_record) then
    return query select d.id, d.digest from row_digests(p_record, p_ids) d;
    return;
  end if;
  return query
    with recursive known (id, digest, depth) as (
      select d.id, d.digest, 0 from row_digests(p_record, p_ids) d
      union all
      select k.id, e.was, k.depth + 1 from known k
      join erased_rows e on e.record = p_record and e.id = k.id and e.is_now = k.digest
      where k.depth < 9)
    select distinct on (k.id) k.id, k.digest from known k order by k.id, k.depth desc;
end $$;
