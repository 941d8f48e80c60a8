-- Where the flight of an engine's round is at a moment, in hundredths.
create function multiplier_at(p_flying_at timestamptz, p_doubling_ms int, p_at timestamptz)
returns int language sql immutable as $$
  select least(100000000, floor(100 * power(2::float8,
    least(30, extract(epoch from p_at - p_flying_at) * 1000 / p_doubling_ms))))::int
$$;

-- A player leaves a round of the engine, at the multiplier of the database's clock. An auto bet
-- never leaves above its target. Says why not, where it cannot be.
create function cash_out_bet(p_bet_id bigint) returns text language plpgsql as $$
declare
  v_bet bets;
  v_round rounds;
  v_hundredths int;
begin
  perform hold_round((select round_id from bets where id = p_bet_id), false);
  select * into v_bet from bets where id = p_bet_id for no key update;
  select * into v_round from rounds where id = v_bet.round_id;
  if v_bet.type <> 'unsettled' then return 'ended'; end if;
  if v_bet.cashout_hundredths is not null then return 'left'; end if;
  if v_round.source <> 'engine' then return 'elsewhere'; end if;
  if v_round.state = 'betting' then return 'notFlying'; end if;
  if v_round.state <> 'flying' then return 'crashed'; end if;
  v_hundredths := multiplier_at(v_round.flying_at, v_round.doubling_ms, platform_now());
  if v_bet.auto_hundredths <= least(v_hundredths, v_round.drawn_hundredths) then
    v_hundredths := v_bet.auto_hundredths;
  elsif v_hundredths >= v_round.drawn_hundredths then
    return 'crashed';
  elsif v_hundredths <= 100 then
    return 'tooEarly';
  end if;
  update bets set cashout_hundredths = v_hundredths, updated_at = platform_now()
  where id = p_bet_id;
  return null;
end $$;

-- A game server fixes the multipliers that its players left at. The same one again is accepted.
create function cash_out_bets(
  p_round_id bigint, p_service_key_id bigint, p_refs text[], p_multipliers int[]
) returns table (place int, reason text) language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare
  v_is_flying boolean;
  v_reasons text[];
begin
  perform hold_round(p_round_id, false);
  select state = 'flying' into v_is_flying from rounds where id = p_round_id;
  perform 1 from bets where service_key_id = p_service_key_id and ref = any (p_refs)
  order by id for no key update;
  select array_agg(case
      when b.id is null then 'noBet'
      when b.cashout_hundredths = n.multiplier then 'known'
      when n.turn > 1 then 'refRepeated'
      when b.cashout_hundredths is not null then 'left'
      when not v_is_flying or b.type <> 'unsettled' then 'notFlying'
      when n.multiplier > b.auto_hundredths then 'aboveTarget'
    end order by n.place)
  into v_reasons
  from (
    select i.*, row_number() over (partition by i.ref order by i.place) as turn
    from unnest(p_refs, p_multipliers) with ordinality i (ref, multiplier, place)
  ) n
  left join bets b on b.service_key_id = p_service_key_id and b.ref = n.ref
    and b.round_id = p_round_id;
  update bets b set cashout_hundredths = i.multiplier, updated_at = platform_now()
  from unnest(p_refs, p_multipliers, v_reasons) i (ref, multiplier, reason)
  where i.reason is null and b.service_key_id = p_service_key_id and b.ref = i.ref;
  return query
    select i.place::int, nullif(i.reason, 'known')
    from unnest(v_reasons) with ordinality i (reason, place) order by i.place;
end $$;

-- Settles what is still open in a crashed round, or gives it back in a void one, as sets. The
-- house plays against clients, the demo treasury against demo accounts. Locks in the order round,
-- bets, accounts by id, rollups. Answers how many bets ended now.
create function settle_round(p_round_id bigint, p_actor_id bigint) returns int
language plpgsql
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
