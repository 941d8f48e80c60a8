-- Adds a seal to the chain of its record, which the caller holds.
create or replace function add_seal(p_record text, p_ids bigint[], p_digests bytea) returns void
language plpgsql as $$
declare
  v_position bigint;
  v_before bytea;
begin
  select position, hash into v_position, v_before from seals
  where record = p_record order by position desc limit 1;
  v_position := coalesce(v_position, 0) + 1;
  insert into seals (record, position, ids, digests, hash)
  values (p_record, v_position, p_ids, p_digests,
    seal_hash(v_before, p_record, v_position, p_ids, p_digests));
end $$;
