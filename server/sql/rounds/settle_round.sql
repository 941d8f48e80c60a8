-- Settles what is still open in a crashed round, or gives it back in a void one, as sets. The
-- house plays against clients, the demo treasury against demo accounts. Locks in the order round,
-- bets, accounts by id, rollups. Answers how many bets ended now.
create or replace function settle_round(p_round_id bigint, p_actor_id bigint) returns int
language plpgsql security definer set search_path from current
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare
  v_round rounds;
  v_at timestamptz;
  v_ids bigint[];
begin
  perform hold_round(p_round_id, true);
  select * into strict v_round from rounds where id = p_round_id;
  if v_round.state not in ('crashed', 'void') then
    raise exception 'round % has not ended', p_round_id using errcode = 'PB912';
  end if;
  perform 1 from bets where round_id = p_round_id and type = 'unsettled' order by id
  for no key update;
  v_at := platform_now();
  with ended as (
    update bets set
      type = case when v_round.state = 'void' then 'void' else 'settled' end,
      cashout_hundredths = coalesce(cashout_hundredths,
        case when auto_hundredths <= v_round.multiplier_hundredths then auto_hundredths end),
      cashout_minor = case when v_round.state = 'crashed' then
        coalesce(stake_minor * coalesce(cashout_hundredths, case
          when auto_hundredths <= v_round.multiplier_hundredths then auto_hundredths end) / 100, 0)
      end,
      updated_at = v_at
    where round_id = p_round_id and type = 'unsettled' returning id)
  select array_agg(id order by id) into v_ids from ended;
  if v_ids is null then return 0; end if;

  perform post_transfers(
    array_agg(leg.kind order by leg.bet_id, leg.step),
    array_agg(leg.from_id order by leg.bet_id, leg.step),
    array_agg(leg.to_id order by leg.bet_id, leg.step),
    array_agg(leg.amount order by leg.bet_id, leg.step),
    array_agg(leg.bet_id order by leg.bet_id, leg.step),
    array_agg('Round ' || p_round_id || ': ' || leg.remark order by leg.bet_id, leg.step),
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
  return cardinality(v_ids);
end $$;
grant execute on function settle_round to node_role;
