-- Puts bets of a round that have just been settled among the largest wins of each branch; arrays
-- stand side by side. The rows of operator_slots for these branches and quarters of an hour are
-- written before it and held until the end, so nobody else ranks the same ones meanwhile.
create or replace function add_to_big_wins(
  p_round_id bigint, p_currency text, p_is_demo boolean, p_users bigint[], p_parents bigint[],
  p_stakes bigint[], p_cashouts bigint[], p_placed timestamptz[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with won as (
    select parent_id, slot_of(placed) as slot_at, user_id, stake, cashout,
      row_number() over (partition by parent_id, slot_of(placed)
        order by cashout - stake desc, user_id, stake) as n
    from unnest(p_users, p_parents, p_stakes, p_cashouts, p_placed)
      b (user_id, parent_id, stake, cashout, placed)
    where cashout > stake
  ), fresh as (
    select above.id as operator_id, w.slot_at, p_round_id as round_id, w.user_id, w.stake,
      w.cashout
    from won w join operators_above(p_parents) above on above.parent_id = w.parent_id
    where w.n <= 5
  ), ranked as (
    select operator_id, slot_at, row_number() over (partition by operator_id, slot_at
        order by cashout - stake desc, round_id, user_id, stake) as place,
      round_id, user_id, stake, cashout
    from (
      select * from fresh
      union all
      select k.operator_id, k.slot_at, k.round_id, k.user_id, k.stake_minor, k.cashout_minor
      from (select distinct operator_id, slot_at from fresh) f
      join big_wins k on k.operator_id = f.operator_id and k.currency = p_currency
        and k.is_demo = p_is_demo and k.slot_at = f.slot_at
    ) known
  )
  insert into big_wins as w
  select operator_id, p_currency, p_is_demo, slot_at, place, round_id, user_id, stake, cashout
  from ranked where place <= 5 order by operator_id, slot_at, place
  on conflict (operator_id, currency, is_demo, slot_at, place) do update set
    round_id = excluded.round_id,
    user_id = excluded.user_id,
    stake_minor = excluded.stake_minor,
    cashout_minor = excluded.cashout_minor
  where (w.round_id, w.user_id, w.stake_minor, w.cashout_minor)
    <> (excluded.round_id, excluded.user_id, excluded.stake_minor, excluded.cashout_minor);
end $$;
