-- Adds a transfer of a currency to the statements of its wallets by itself, where they are folded
-- past its time: the clock went back, or the past is being written. Before next_until it is not
-- known yet whether they will be, so folding is kept away until this transaction ends.
create or replace function add_late_to_statements(
  p_transfer_id bigint, p_currency text, p_at timestamptz
) returns void language plpgsql as $$
begin
  if p_at >= (select next_until from statement_folding) then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('fold statements', 0));
  if p_at >= (select folded_until from statement_folding) then return; end if;
  perform add_to_statements(p_at, p_at + interval '1 millisecond', array[p_currency],
    p_transfer_id);
end $$;
