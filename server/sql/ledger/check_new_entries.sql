-- The legs of a transfer come in one statement, add up to zero and move its amount. Of two
-- legs, one is out of the account that it names and one into the other; those of many are for
-- bets.
create or replace function check_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_transfers bigint[];
  v_has_bets boolean;
  v_transfer bigint;
begin
  select array_agg(distinct transfer_id), bool_or(bet_id is not null)
  into v_transfers, v_has_bets from new_entries;
  select e.transfer_id into v_transfer
  from (
    select transfer_id,
      count(*) as legs,
      sum(amount_minor) as total,
      sum(greatest(amount_minor, 0)) as moved,
      min(account_id) filter (where amount_minor < 0) as from_account,
      min(account_id) filter (where amount_minor > 0) as to_account,
      count(*) filter (where bet_id is null) as without_bet
    from new_entries group by transfer_id
  ) e left join (
    select id, amount_minor, from_account_id, to_account_id, round_id
    from transfers where id = any (v_transfers)
  ) t on t.id = e.transfer_id and e.total = 0 and e.moved = t.amount_minor and case
    when t.round_id is null then e.legs = 2 and e.without_bet = 2
      and e.from_account = t.from_account_id and e.to_account = t.to_account_id
    else e.without_bet <= 1 end
  where t.id is null limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  if v_has_bets then
    perform check_legs(
      array_agg(e.transfer_id), array_agg(e.account_id), array_agg(e.amount_minor),
      array_agg(e.bet_id)) from new_entries e;
  end if;
  return null;
end $$;
