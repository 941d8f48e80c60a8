-- Ends bets of a round, of one currency and one kind of money, as one set: settles them against its
-- result, or gives their stakes back. The house plays against clients, the demo treasury against
-- demo accounts. The time is taken when the accounts are locked, so that time and sequence agree
-- within each. Answers how many ended. Open bets are told by what they are not: asked for
-- 'unsettled', PostgreSQL goes over all that are open anywhere and compares each with every id.
create or replace function end_bets(
  p_round rounds, p_ids bigint[], p_is_void boolean, p_actor_id bigint
) returns int language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_currency text;
  v_is_demo boolean;
  v_clients bigint[];
  v_held record;
  v_bank bigint;
  v_at timestamptz;
  v_big bigint;
  v record;
begin
  select min(currency), bool_or(is_demo), array_agg(distinct user_id)
  into v_currency, v_is_demo, v_clients
  from bets where id = any (p_ids) and type not in ('settled', 'void');
  if v_clients is null then return 0; end if;
  select * into v_held from lock_wallets(v_clients, v_currency);
  if not p_is_void then v_bank := lock_bank(p_round.id, v_currency, v_is_demo); end if;
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
    where id = any (p_ids) and type not in ('settled', 'void')
    returning id, user_id, parent_id, stake_minor, cashout_minor, created_at)
  select array_agg(id order by id) as ids, array_agg(user_id order by id) as users,
    array_agg(parent_id order by id) as parents, array_agg(stake_minor order by id) as stakes,
    array_agg(coalesce(cashout_minor, 0) order by id) as cashouts,
    array_agg(created_at order by id) as placed, sum(stake_minor - cashout_minor) as won,
    max(cashout_minor - stake_minor) as best
  into v from ended;
  if v.ids is null then return 0; end if;
  perform post_ended(p_round.id, p_is_void, p_actor_id, v_at, v_currency, v_bank, v.won::bigint,
    v.ids, array_agg(c.wallet_id order by b.n), array_agg(c.stakes_id order by b.n), v.stakes,
    case when p_is_void then v.stakes else v.cashouts end)
  from unnest(v.users) with ordinality b (user_id, n)
  join unnest(v_held.user_ids, v_held.wallet_ids, v_held.stakes_ids)
    c (user_id, wallet_id, stakes_id) on c.user_id = b.user_id;
  perform add_to_rollups(p_round, v_currency, v_is_demo, p_is_void, v.users, v.parents, v.stakes,
    v.cashouts, v.placed);
  select min(limit_minor) into v_big from big_win_limits where currency = v_currency;
  if v.best >= v_big and v.best > 0 and not v_is_demo then
    perform notify_big_wins(p_round.id, v_currency, v_big, v.ids, v.users, v.stakes, v.cashouts);
  end if;
  delete from held_bets where round_id = p_round.id and bet_id = any (v.ids);
  return cardinality(v.ids);
end $$;
