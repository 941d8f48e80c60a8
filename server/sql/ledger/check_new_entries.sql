-- The legs of a transfer come in one statement, each moves money, they add up to zero and move its
-- amount; those of wallets, and no others, say whose they are. Of two, one is out of the account
-- that it names and one into the other: a single such transfer, which most are, is recognised
-- without a look at sets. Many are for bets of its round: each moves its stake between its client's
-- own holding account and wallet, with what it won and nothing else, once; the rest is the house's,
-- or for play money the demo treasury's. An index lets no bet be held or let go twice, so a second
-- leg of its wallet shows in the counts. It stands in for foreign keys: nothing here is deleted.
create or replace function check_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off set enable_sort = off as $$
declare v record; v_span record;
begin
  select min(transfer_id) as id, count(*) as legs, count(bet_id) as of_bets,
    min(account_id) filter (where amount_minor < 0) as payer, max(transfer_id) as last_id,
    min(account_id) filter (where amount_minor > 0) as payee, max(amount_minor) as moved,
    bool_and(num_nulls(owner_id, currency, is_demo) in (0, 3)) as are_right,
    min(amount_minor) + max(amount_minor) as total
  into v from (select * from new_entries limit 3) first;
  if v.legs = 2 and v.of_bets = 0 and v.are_right and v.id = v.last_id and v.total = 0 then
    if exists (select from transfers where id = v.id and round_id is null and (amount_minor,
      from_account_id, to_account_id) = (v.moved, v.payer, v.payee)) then return null; end if;
  end if;
  select min(transfer_id) as first, max(transfer_id) as last, min(bet_id) as bet,
    max(bet_id) as last_bet into v_span from new_entries;
  select e.id, t.id is null as is_unbalanced into v from (
    select transfer_id as id, count(*) as legs, count(bet_id) as of_bets,
      count(owner_id) as of_wallets, sum(amount_minor) as total,
      sum(amount_minor) filter (where amount_minor > 0) as moved,
      min(account_id) filter (where bet_id is null and amount_minor < 0) as payer,
      min(account_id) filter (where bet_id is null and amount_minor > 0) as payee,
      bool_and(amount_minor <> 0 and num_nulls(owner_id, currency, is_demo) in (0, 3)) as are_right
    from new_entries group by transfer_id) e
  left join (select * from transfers where id between v_span.first and v_span.last) t
    on t.id = e.id and e.total = 0 and e.moved = t.amount_minor
    and e.are_right and case when t.round_id is not null then e.legs - e.of_bets <= 1
      else e.legs = 2 and (e.payer, e.payee) = (t.from_account_id, t.to_account_id) end
  left join (
    select h.transfer_id, b.round_id, b.type, b.currency, b.is_demo, count(*) as holds,
      count(w.bet_id) as wallets, bool_and(h.account_id = c.hold_id and b.stake_minor = case b.type
          when 'unsettled' then h.amount_minor else -h.amount_minor end
        and coalesce(w.amount_minor, 0) = case b.type when 'unsettled' then -b.stake_minor
          when 'void' then b.stake_minor else b.cashout_minor end and (w.bet_id is null
          or w.account_id = c.wallet_id and w.owner_id = b.user_id)) as are_due
    from (select * from new_entries where bet_id is not null and owner_id is null) h
    left join (select * from new_entries where bet_id is not null and owner_id is not null) w
      on w.bet_id = h.bet_id and w.transfer_id = h.transfer_id
    left join (select * from bets where id = any (array(select bet_id from new_entries
        where bet_id is not null and owner_id is null))) b on b.id = h.bet_id
    left join (select user_id, currency, max(id) filter (where kind = 'wallet') as wallet_id,
        max(id) filter (where kind = 'stakes') as hold_id from accounts
      where id = any (array(select distinct account_id from new_entries)) group by 1, 2) c
      on c.user_id = b.user_id and c.currency = b.currency
    group by 1, 2, 3, 4, 5) m on m.transfer_id = e.id
  left join (select * from accounts where id = any (array(select account_id from new_entries
      where bet_id is null))) bank on bank.id = coalesce(e.payer, e.payee)
  where t.id is null or t.round_id is not null and (m.are_due and m.round_id = t.round_id
    and m.type = case t.kind when 'stake' then 'unsettled' when 'settlement' then 'settled'
      when 'refund' then 'void' end and m.holds + m.wallets = e.of_bets
    and m.wallets = e.of_wallets and (e.legs = e.of_bets or bank.currency = m.currency
      and bank.kind = case when m.is_demo then 'demo_treasury' else 'house' end)
    and not (t.kind = 'stake' and exists (select from (select bet_id from transfers
        where bet_id between v_span.bet and v_span.last_bet and kind = 'stake' offset 0) alone
      where bet_id in (select bet_id from new_entries)))) is not true
  limit 1;
  if not found then return null; end if;
  raise exception using errcode = case when v.is_unbalanced then 'PB901' else 'PB907' end,
    message = case when v.is_unbalanced then format('transfer %s does not balance', v.id)
      else format('the legs of transfer %s are not what its bets move', v.id) end;
end $$;
