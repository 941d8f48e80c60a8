-- A game server fixes the multipliers that its players left at. The same one again is accepted.
create or replace function cash_out_bets(
  p_round_id bigint, p_service_key_id bigint, p_refs text[], p_multipliers int[]
) returns table (place int, reason text)
language plpgsql security definer set search_path from current
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
grant execute on function cash_out_bets to node_role;
