-- The legs of a transfer come in one statement, each moves money, they add up to zero and move its
-- amount. Of two legs, one is out of the account that it names and one into the other; those of
-- many are for bets. Those of wallets, and no others, say whose they are. A single transfer of two
-- legs, which most are, is recognised without a look at sets.
create or replace function check_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_first record;
  v_last record;
  v_legs int := 0;
  v_transfer bigint;
begin
  for v_last in
    select transfer_id, account_id, amount_minor, bet_id,
      num_nulls(owner_id, currency, is_demo) % 3 = 0 as is_owned from new_entries limit 3
  loop
    v_legs := v_legs + 1;
    if v_legs = 1 then v_first := v_last; end if;
  end loop;
  if v_legs = 2 and v_first.transfer_id = v_last.transfer_id
    and v_first.amount_minor = -v_last.amount_minor and v_first.is_owned and v_last.is_owned
    and v_first.bet_id is null and v_last.bet_id is null then
    perform from transfers
    where id = v_first.transfer_id and amount_minor = abs(v_first.amount_minor)
      and round_id is null and (from_account_id, to_account_id) = (
        case when v_first.amount_minor < 0 then v_first.account_id else v_last.account_id end,
        case when v_first.amount_minor < 0 then v_last.account_id else v_first.account_id end);
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
      count(*) filter (where bet_id is null) as without_bet,
      bool_and(amount_minor <> 0 and (owner_id is null) = (currency is null)
        and (owner_id is null) = (is_demo is null)) as are_right
    from new_entries group by transfer_id
  ) e left join (
    select id, amount_minor, from_account_id, to_account_id, round_id
    from transfers where id = any (array(select distinct transfer_id from new_entries))
  ) t on t.id = e.transfer_id and e.total = 0 and e.moved = t.amount_minor and e.are_right and case
    when t.round_id is null then e.legs = 2 and e.without_bet = 2
      and e.from_account = t.from_account_id and e.to_account = t.to_account_id
    else e.without_bet <= 1 end
  where t.id is null limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  perform check_legs(
    array_agg(e.transfer_id), array_agg(e.account_id), array_agg(e.amount_minor),
    array_agg(e.bet_id))
  from new_entries e having count(e.bet_id) > 0;
  return null;
end $$;
