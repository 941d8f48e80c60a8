-- A transfer moves a positive amount, is of a known kind, for a bet or a round where it is play and
-- for neither elsewhere, and goes between two accounts of one currency and one kind of money, real
-- or play; its bet is there and has moved nothing yet. One of many legs is looked at with them. It
-- stands in for foreign keys, as what it looks for is never deleted, and for checks of the table,
-- which PostgreSQL reads anew for every statement. Few transfers come at a time: each looks its
-- accounts up, also where the caller joins large sets.
create or replace function check_new_transfers() returns trigger language plpgsql
set enable_seqscan = off set enable_nestloop = on set enable_hashjoin = off as $$
declare
  t record;
  v_is_possible boolean;
begin
  for t in
    select n.id, n.kind, n.bet_id, n.round_id, n.amount_minor, f.id <> o.id as are_two,
      num_nulls(n.from_account_id, n.to_account_id) as without_account,
      f.currency = o.currency as is_one_currency,
      is_play_money(f.kind, payer.is_demo) = is_play_money(o.kind, payee.is_demo) as is_one_money
    from new_transfers n
    left join accounts f on f.id = n.from_account_id
    left join accounts o on o.id = n.to_account_id
    left join users payer on payer.id = f.user_id
    left join users payee on payee.id = o.user_id
  loop
    v_is_possible := is_possible_transfer(t.kind, t.bet_id, t.round_id)
      and t.amount_minor > 0 and case
        when t.round_id is null then t.are_two and t.is_one_currency
        else t.without_account = 2 end;
    if t.bet_id is not null then
      v_is_possible := v_is_possible and exists (select from bets where id = t.bet_id)
        and not exists (
          select from entries e where e.bet_id = t.bet_id and e.amount_minor < 0);
    end if;
    if v_is_possible is not true then
      raise exception 'transfer % has no amount, no two accounts of a currency or no bet', t.id
        using errcode = 'PB905';
    end if;
    if not t.is_one_money and t.round_id is null then
      raise exception 'transfer % would make play money real, or real money play', t.id
        using errcode = 'PB906';
    end if;
  end loop;
  return null;
end $$;
