-- A transfer moves a positive amount, is of a known kind, for a bet or a round where it is play and
-- for neither elsewhere, and goes between two accounts of one currency and one kind of money, real
-- or play; its bet is there and has moved nothing yet. One of many legs is looked at with them. It
-- stands in for foreign keys, as what it looks for is never deleted, and for checks of the table,
-- which PostgreSQL reads anew for every statement. Few transfers come at a time: each looks up its
-- accounts and its bet, also where the caller joins large sets. Not by `exists`, which could be
-- planned as a look at all bets.
create or replace function check_new_transfers() returns trigger language plpgsql
set enable_seqscan = off set enable_nestloop = on set enable_hashjoin = off as $$
declare v record;
begin
  select t.id, t.is_possible into v
  from (
    select n.id, n.round_id is null and is_play_money(f.kind, payer.is_demo)
        <> is_play_money(o.kind, payee.is_demo) as is_mixed,
      (is_possible_transfer(n.kind, n.bet_id, n.round_id) and n.amount_minor > 0
        and case when n.round_id is null then f.id <> o.id and f.currency = o.currency
          else num_nulls(n.from_account_id, n.to_account_id) = 2 end
        and case when n.bet_id is not null then
          (select true from bets where id = n.bet_id) and (
            select min(e.id) from entries e
            where e.bet_id = n.bet_id and e.owner_id is null) is null
          else true end) is true as is_possible
    from new_transfers n
    left join accounts f on f.id = n.from_account_id
    left join accounts o on o.id = n.to_account_id
    left join users payer on payer.id = f.user_id
    left join users payee on payee.id = o.user_id) t
  where t.is_mixed or not t.is_possible limit 1;
  if not found then return null; end if;
  if not v.is_possible then
    raise exception 'transfer % has no amount, no two accounts of a currency or no bet', v.id
      using errcode = 'PB905';
  end if;
  raise exception 'transfer % would make play money real, or real money play', v.id
    using errcode = 'PB906';
end $$;
