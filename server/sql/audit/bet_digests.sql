-- One digest for all bets of each of these rounds: of what was placed, or of how it ended. Archived
-- bets count among the others, whoever asks: a month may be archived before or after it is sealed.
create or replace function bet_digests(p_record text, p_round_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable
set search_path from current set enable_seqscan = off as $$
declare
  v_rows text := format('select b.id, row(%s)::text as line from %%s b where b.round_id = r.id',
    case p_record
      when 'bets' then 'b.id, b.round_id, b.user_id, b.parent_id, b.currency, b.is_demo,
        b.stake_minor, b.auto_hundredths, b.service_key_id, b.ref, extract(epoch from b.created_at)'
      when 'bets_ended' then 'b.id, b.type, b.cashout_hundredths, b.cashout_minor,
        extract(epoch from b.updated_at)'
    end);
begin
  return query execute format(
    'select r.id, substr(sha256(convert_to(coalesce((
       select string_agg(b.line, '''' order by b.id) from (%s) b), ''''), ''UTF8'')), 1, 16)
     from unnest($1) r (id)',
    format(v_rows, 'bets') || case when to_regclass('archive.bets') is not null
      then ' union all ' || format(v_rows, 'archive.bets') else '' end)
  using p_round_ids;
end $$;
