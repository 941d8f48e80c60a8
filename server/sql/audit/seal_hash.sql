-- A seal is chained to the one before it.
create or replace function seal_hash(
  p_before bytea, p_record text, p_position bigint, p_ids bigint[], p_digests bytea
) returns bytea language sql immutable as $$
  select sha256(coalesce(p_before, '') || convert_to(concat_ws('|', p_record, p_position,
    p_ids::text, encode(p_digests, 'hex')), 'UTF8'))
$$;
