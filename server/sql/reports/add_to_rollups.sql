-- Adds bets of a round that have just ended to the rollups, each table in the order of its key. All
-- are of one currency and one kind of money, and ended alike; arrays stand side by side.
create or replace function add_to_rollups(
  p_round rounds, p_currency text, p_is_demo boolean, p_is_void boolean, p_users bigint[],
  p_parents bigint[], p_stakes bigint[], p_cashouts bigint[], p_placed timestamptz[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_settled int := case when p_is_void then 0 else 1 end;
  v_void int := 1 - v_settled;
begin
  insert into client_days as d
    (user_id, day, bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select user_id, (placed at time zone 'UTC')::date, v_settled * count(*), v_settled * sum(stake),
    v_settled * sum(cashout), v_void * count(*), v_void * sum(stake)
  from unnest(p_users, p_stakes, p_cashouts, p_placed) b (user_id, stake, cashout, placed)
  group by 1, 2 order by 1, 2
  on conflict (user_id, day) do update set
    bets = d.bets + excluded.bets,
    stakes_minor = d.stakes_minor + excluded.stakes_minor,
    cashouts_minor = d.cashouts_minor + excluded.cashouts_minor,
    void_bets = d.void_bets + excluded.void_bets,
    void_stakes_minor = d.void_stakes_minor + excluded.void_stakes_minor;
  if not p_is_void then
    perform add_to_client_slots(p_currency, p_is_demo, p_users, p_parents, p_stakes, p_cashouts,
      p_placed);
    if not p_is_demo then perform note_late_play(p_placed); end if;
  end if;
  insert into operator_slots as s (operator_id, currency, is_demo, slot_at, bets, stakes_minor,
    cashouts_minor, void_bets, void_stakes_minor)
  select above.id, p_currency, p_is_demo, b.slot_at, v_settled * sum(b.bets),
    v_settled * sum(b.stakes), v_settled * sum(b.cashouts), v_void * sum(b.bets),
    v_void * sum(b.stakes)
  from (
    select parent_id, slot_of(placed) as slot_at, count(*) as bets, sum(stake) as stakes,
      sum(cashout) as cashouts
    from unnest(p_parents, p_stakes, p_cashouts, p_placed) b (parent_id, stake, cashout, placed)
    group by 1, 2
  ) b join operators_above(p_parents) above on above.parent_id = b.parent_id
  group by 1, 4 order by 1, 4
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor,
    void_bets = s.void_bets + excluded.void_bets,
    void_stakes_minor = s.void_stakes_minor + excluded.void_stakes_minor;
  perform add_to_rounds(p_round, p_currency, p_is_demo, array_agg(above.id),
    array_agg(v_settled * b.bets), array_agg((v_settled * b.stakes)::bigint),
    array_agg((v_settled * b.cashouts)::bigint), array_agg(v_void * b.bets),
    array_agg((v_void * b.stakes)::bigint))
  from (
    select parent_id, count(*) as bets, sum(stake) as stakes, sum(cashout) as cashouts
    from unnest(p_parents, p_stakes, p_cashouts) b (parent_id, stake, cashout) group by 1
  ) b join operators_above(p_parents) above on above.parent_id = b.parent_id;
  if not p_is_void then
    perform add_to_big_wins(p_round.id, p_currency, p_is_demo, p_users, p_parents, p_stakes,
      p_cashouts, p_placed);
  end if;
end $$;
