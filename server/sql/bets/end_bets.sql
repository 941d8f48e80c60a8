-- Ends bets of a round as one set: settles them against its result, or gives their stakes back.
-- The house plays against clients, the demo treasury against demo accounts. The time is taken when
-- the accounts are locked, so that time and sequence agree within each. Answers how many ended.
create or replace function end_bets(
  p_round rounds, p_ids bigint[], p_is_void boolean, p_actor_id bigint
) returns int language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare
  v_at timestamptz;
  v_ids bigint[];
begin
  perform 1 from bets where id = any (p_ids) order by id for no key update;
  perform lock_accounts_of_bets(p_ids);
  v_at := platform_now();
  with ended as (
    update bets set
      type = case when p_is_void then 'void' else 'settled' end,
      cashout_hundredths = coalesce(cashout_hundredths, case when not p_is_void
        and auto_hundredths <= p_round.multiplier_hundredths then auto_hundredths end),
      cashout_minor = case when not p_is_void then
        coalesce(stake_minor * coalesce(cashout_hundredths, case
          when auto_hundredths <= p_round.multiplier_hundredths then auto_hundredths end) / 100, 0)
      end,
      updated_at = v_at
    where id = any (p_ids) and type = 'unsettled' returning id)
  select array_agg(id order by id) into v_ids from ended;
  if v_ids is null then return 0; end if;
  perform post_transfers(
    array_agg(leg.kind order by leg.bet_id, leg.step),
    array_agg(leg.from_id order by leg.bet_id, leg.step),
    array_agg(leg.to_id order by leg.bet_id, leg.step),
    array_agg(leg.amount order by leg.bet_id, leg.step),
    array_agg(leg.bet_id order by leg.bet_id, leg.step),
    array_agg('Round ' || p_round.id || ': ' || leg.remark order by leg.bet_id, leg.step),
    p_actor_id, v_at)
  from (
    select b.id as bet_id, step.step, step.kind, step.from_id, step.to_id, step.amount, step.remark
    from unnest(v_ids) ended (id)
    join bets b on b.id = ended.id
    join accounts wallet on wallet.user_id = b.user_id and wallet.kind = 'wallet'
      and wallet.currency = b.currency
    join accounts stakes on stakes.user_id = b.user_id and stakes.kind = 'stakes'
      and stakes.currency = b.currency
    join accounts bank on bank.user_id is null and bank.currency = b.currency
      and bank.kind = case when b.is_demo then 'demo_treasury' else 'house' end
    cross join lateral (values
      (1, 'stake_taken', stakes.id, bank.id, b.stake_minor, 'stake taken', 'settled'),
      (2, 'payout', bank.id, wallet.id, b.cashout_minor,
        'payout at ' || to_char(b.cashout_hundredths / 100.0, 'FM9999990.00') || '×', 'settled'),
      (1, 'refund', stakes.id, wallet.id, b.stake_minor, 'refund', 'void')
    ) step (step, kind, from_id, to_id, amount, remark, type)
    where step.type = b.type and step.amount > 0
  ) leg;
  perform add_to_rollups(v_ids);
  delete from held_bets where round_id = p_round.id and bet_id = any (v_ids);
  return cardinality(v_ids);
end $$;
