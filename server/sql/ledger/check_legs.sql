-- What moves for a bet moves between its client's own wallet and stakes, its stake and what it has
-- won and nothing else, in the transfer of its own round; what is left is the house's, or for play
-- money the demo treasury's. It stands in for foreign keys: what it looks for is never deleted.
create or replace function check_legs(
  p_transfers bigint[], p_accounts bigint[], p_amounts bigint[], p_bets bigint[]
) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare v_transfer bigint;
begin
  with leg as materialized (
    select l.transfer_id, l.bet_id, l.amount, a.kind, a.user_id, a.currency
    from unnest(p_transfers, p_accounts, p_amounts, p_bets)
      l (transfer_id, account_id, amount, bet_id)
    join (
      select id, kind, user_id, currency from accounts
      where id = any (array(select distinct unnest(p_accounts)))) a on a.id = l.account_id),
  moved as materialized (
    select m.*, b.currency as money, b.is_demo, t.id is not null and b.id is not null
      and m.users = b.user_id and m.legs = m.wallets + m.holds and m.holds = 1 and m.wallets <= 1
      and (m.staked, m.paid) = (
        case when t.kind = 'stake' then b.stake_minor else -b.stake_minor end,
        case when t.kind = 'stake' then -b.stake_minor when t.kind = 'refund' then b.stake_minor
          else b.cashout_minor end)
      and b.type = case t.kind when 'stake' then 'unsettled' when 'settlement' then 'settled'
        when 'refund' then 'void' end
      and (t.kind <> 'stake' or alone.bet_id is null) as is_right
    from (
      select transfer_id, bet_id, count(*) as legs,
        count(*) filter (where kind = 'wallet') as wallets,
        count(*) filter (where kind = 'stakes') as holds,
        coalesce(sum(amount) filter (where kind = 'wallet'), 0) as paid,
        sum(amount) filter (where kind = 'stakes') as staked,
        case when min(user_id) = max(user_id) then min(user_id) end as users
      from leg where bet_id is not null group by transfer_id, bet_id) m
    left join (
      select id, round_id, user_id, currency, is_demo, type, stake_minor, cashout_minor from bets
      where id = any (p_bets)) b on b.id = m.bet_id
    left join (
      select id, kind, round_id from transfers
      where id = any (array(select distinct unnest(p_transfers)))) t
      on t.id = m.transfer_id and t.round_id = b.round_id
    left join (
      select bet_id from transfers where bet_id = any (p_bets) and kind = 'stake') alone
      on alone.bet_id = m.bet_id)
  select leg.transfer_id into v_transfer
  from (select transfer_id, min(currency) as one, max(currency) as other,
      max(kind) filter (where bet_id is null) as bank from leg group by transfer_id) leg
  left join (select transfer_id, bool_and(is_right) as is_right, min(money) as one,
      max(money) as other, bool_and(is_demo) as is_demo, bool_or(is_demo) as has_demo
    from moved group by transfer_id) bet on bet.transfer_id = leg.transfer_id
  where (bet.is_right and bet.is_demo = bet.has_demo and bet.one = bet.other
      and leg.one = leg.other and leg.one = bet.one
      and (leg.bank is null
        or leg.bank = case when bet.is_demo then 'demo_treasury' else 'house' end)) is not true
  limit 1;
  if found then
    raise exception 'the legs of transfer % are not what its bets move', v_transfer
      using errcode = 'PB907';
  end if;
end $$;
