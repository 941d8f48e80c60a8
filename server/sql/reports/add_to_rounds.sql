-- Adds bets of a round that have just ended to what each operator's branch had in the round, and
-- what is settled to the quarter of an hour in which the round was opened. A round counts there
-- from its first settled bet on; one that only has void bets does not. An operator may come more
-- than once in the arrays, which stand side by side. The round is held by the caller.
create or replace function add_to_rounds(
  p_round rounds, p_currency text, p_is_demo boolean, p_operators bigint[], p_bets bigint[],
  p_stakes bigint[], p_cashouts bigint[], p_void_bets bigint[], p_void_stakes bigint[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_counted bigint[] := array(
    select operator_id from round_operators
    where operator_id = any (p_operators) and currency = p_currency and is_demo = p_is_demo
      and round_id = p_round.id and bets > 0);
begin
  insert into round_operators as o (operator_id, currency, is_demo, round_id, round_at, bets,
    stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select operator_id, p_currency, p_is_demo, p_round.id, p_round.created_at, sum(bets),
    sum(stakes), sum(cashouts), sum(void_bets), sum(void_stakes)
  from unnest(p_operators, p_bets, p_stakes, p_cashouts, p_void_bets, p_void_stakes)
    b (operator_id, bets, stakes, cashouts, void_bets, void_stakes)
  group by 1 order by 1
  on conflict (operator_id, currency, is_demo, round_id) do update set
    bets = o.bets + excluded.bets,
    stakes_minor = o.stakes_minor + excluded.stakes_minor,
    cashouts_minor = o.cashouts_minor + excluded.cashouts_minor,
    void_bets = o.void_bets + excluded.void_bets,
    void_stakes_minor = o.void_stakes_minor + excluded.void_stakes_minor;
  insert into round_slots as s
  select operator_id, p_currency, p_is_demo, slot_of(p_round.created_at),
    case when operator_id = any (v_counted) then 0 else 1 end, sum(bets), sum(stakes),
    sum(cashouts)
  from unnest(p_operators, p_bets, p_stakes, p_cashouts) b (operator_id, bets, stakes, cashouts)
  group by 1 having sum(bets) > 0 order by 1
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    rounds = s.rounds + excluded.rounds,
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor;
end $$;
