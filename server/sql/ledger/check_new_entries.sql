-- The legs of a transfer come in one statement, add up to zero and move its amount. Of two
-- legs, one is out of the account that it names and one into the other; those of many are for
-- bets. A single transfer of two legs, which most are, is recognised without a look at sets.
create or replace function check_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_legs record;
  v_transfer bigint;
begin
  select array_agg(distinct transfer_id) as transfers, count(*) as count, count(bet_id) as for_bets,
    sum(amount_minor) as total, max(amount_minor) as moved,
    max(account_id) filter (where amount_minor < 0) as from_account,
    max(account_id) filter (where amount_minor > 0) as to_account
  into v_legs from new_entries;
  if v_legs.count = 2 and v_legs.for_bets = 0 and v_legs.total = 0
    and cardinality(v_legs.transfers) = 1 then
    perform from transfers
    where id = v_legs.transfers[1] and amount_minor = v_legs.moved and round_id is null
      and from_account_id = v_legs.from_account and to_account_id = v_legs.to_account;
    if found then return null; end if;
  end if;
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
    from transfers where id = any (v_legs.transfers)
  ) t on t.id = e.transfer_id and e.total = 0 and e.moved = t.amount_minor and case
    when t.round_id is null then e.legs = 2 and e.without_bet = 2
      and e.from_account = t.from_account_id and e.to_account = t.to_account_id
    else e.without_bet <= 1 end
  where t.id is null limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  if v_legs.for_bets > 0 then
    perform check_legs(
      array_agg(e.transfer_id), array_agg(e.account_id), array_agg(e.amount_minor),
      array_agg(e.bet_id)) from new_entries e;
  end if;
  return null;
end $$;
