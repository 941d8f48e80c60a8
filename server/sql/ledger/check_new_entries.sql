-- The legs of a transfer come in one statement, each moves money, they add up to zero and move its
-- amount; those of wallets, and no others, say whose they are. Of two, as most have, one is out of
-- the account that it names, one into the other. Many move what is due to bets of its round, and
-- the rest is the house's or, as play money, the demo treasury's. An index lets no stake be taken
-- or let go twice; a second leg into a wallet shows in the counts. In place of foreign keys, too.
create or replace function check_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off set enable_sort = off as $$
declare v record; v_span record;
begin
  select min(transfer_id) as id, max(transfer_id) as last_id, count(*) as legs,
    min(account_id) filter (where amount_minor < 0) as payer, max(amount_minor) as moved,
    min(account_id) filter (where amount_minor > 0) as payee, sum(amount_minor) as total,
    bool_and(bet_id is null and num_nulls(owner_id, currency, is_demo) in (0, 3)) as are_right
  into v from (select * from new_entries limit 3) first;
  if v.legs = 2 and v.are_right and v.id = v.last_id and v.total = 0 and exists (
    select from transfers where id = v.id and round_id is null and (amount_minor,
      from_account_id, to_account_id) = (v.moved, v.payer, v.payee)) then return null; end if;
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
    on t.id = e.id and e.total = 0 and e.moved = t.amount_minor and e.are_right and case
      when t.round_id is not null then e.of_bets > 0
      else e.legs = 2 and (e.payer, e.payee) = (t.from_account_id, t.to_account_id) end
  left join (
    select c.id, c.round_id, c.type, c.currency, c.is_demo, sum(c.legs) as legs,
      sum(c.wallets) as wallets, count(h.account_id) as holds, bool_and((c.are_due
        and (c.type <> 'unsettled' or h.amount_minor = c.stakes)) is true) as are_due
    from (select o.transfer_id as id, b.round_id, b.type, b.currency, b.is_demo, a.hold_id,
        sum(b.stake_minor) as stakes, count(*) + count(i.bet_id) as legs,
        count(o.owner_id) + count(i.owner_id) as wallets, bool_and(is_bet_moved_rightly(b.type,
          b.user_id, b.stake_minor, b.cashout_minor, a.wallet_id, a.hold_id, o.account_id,
          o.owner_id, o.amount_minor, i.account_id, i.owner_id, i.amount_minor)) as are_due
      from (select * from new_entries where bet_id is not null and amount_minor < 0) o
      left join (select * from new_entries where amount_minor > 0) i using (transfer_id, bet_id)
      left join (select * from bets where id = any (array(select bet_id from new_entries
          where bet_id is not null and amount_minor < 0))) b on b.id = o.bet_id
      left join (select user_id, currency, max(id) filter (where kind = 'wallet') as wallet_id,
          max(id) filter (where kind = 'stakes') as hold_id from accounts
        where id = any (array(select distinct account_id from new_entries)) group by 1, 2) a
        on a.user_id = b.user_id and a.currency = b.currency
      group by 1, 2, 3, 4, 5, 6) c
    left join (select * from new_entries where bet_id is null and owner_id is null) h
      on h.transfer_id = c.id and h.account_id = c.hold_id
    group by 1, 2, 3, 4, 5) m on m.id = e.id
  left join (select * from accounts where id = any (array(select min(account_id) from new_entries
      where bet_id is null group by transfer_id))) bank on bank.id = coalesce(e.payer, e.payee)
  where t.id is null or t.round_id is not null and (m.are_due and m.round_id = t.round_id
    and m.type = case t.kind when 'stake' then 'unsettled' when 'settlement' then 'settled'
      when 'refund' then 'void' end and m.legs = e.of_bets and m.wallets = e.of_wallets
    and case t.kind when 'stake' then m.holds = e.legs - e.of_bets
      else e.legs = e.of_bets or e.legs = e.of_bets + 1 and bank.currency = m.currency
        and bank.kind = case when m.is_demo then 'demo_treasury' else 'house' end end
    and not (t.kind = 'stake' and exists (select from (select bet_id from transfers
        where bet_id between v_span.bet and v_span.last_bet and kind = 'stake' offset 0) alone
      where bet_id in (select bet_id from new_entries)))) is not true
  limit 1;
  if not found then return null; end if;
  raise exception using errcode = case when v.is_unbalanced then 'PB901' else 'PB907' end,
    message = format(case when v.is_unbalanced then 'transfer %s does not balance'
      else 'the legs of transfer %s are not what its bets move' end, v.id);
end $$;
